#!/bin/sh
# deb.sh BUILD - the packages that tools/make_deb makes in BUILD: what each has, needs and says, that lintian finds no error and no warning
# in them, and that a program is built with them and the command runs. They are made where they are not there.
#
# Where that may be done (GARNER_INSTALL_DEB=1, as root), they are installed and taken away again.
set -eu
mkdir -p "$1"
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad() { echo "deb.sh: $*"; exit 1; }
[ -n "$(find "$build" -maxdepth 1 -name '*.deb')" ] || "$root/tools/make_deb" "$build" >"$dir/log" 2>&1 ||
    { tail -n 50 "$dir/log"; bad "the packages cannot be made"; }

# ---- fields: the version, the maintainer and the soname are what the sources have ----

number() { sed -n "s/^#define GRN_VERSION_$1 //p" "$root/include/garner/version.h"; }
version=$(number MAJOR).$(number MINOR).$(number PATCH)
abi=$(number MAJOR)
[ "$abi" != 0 ] || abi=0.$(number MINOR)
maintainer=$(sed -n 's/^Maintainers: //p' "$root/CONTRIBUTING.md" | tr -d '\\')
architecture=$(dpkg --print-architecture)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
library=libgarner$abi
[ -n "$maintainer" ] || bad "CONTRIBUTING.md names no maintainers"

# package NAME SECTION MULTIARCH NEEDS
package() {
    deb=$build/$1_$version-1_$architecture.deb
    [ -f "$deb" ] || bad "there is no $(basename "$deb"): $(ls "$build")"
    for want in "Section: $2" "Multi-Arch: $3" "Maintainer: $maintainer" "Architecture: $architecture"; do
        [ "$(dpkg-deb -f "$deb" "${want%%:*}")" = "${want#*: }" ] || bad "$1: not '$want': $(dpkg-deb -f "$deb" "${want%%:*}")"
    done
    dpkg-deb -f "$deb" Homepage | grep -q '^https://' || bad "$1 has no homepage"
    dpkg-deb -f "$deb" Depends | grep -qF "$4" || bad "$1 does not say that it needs $4"
    dpkg-deb -x "$deb" "$dir/$1"
    for file in copyright changelog.gz changelog.Debian.gz; do
        [ -s "$dir/$1/usr/share/doc/$1/$file" ] || bad "$1: there is no usr/share/doc/$1/$file"
    done
}
has() { # has PACKAGE FILE...: all below usr; a link may lead into another package
    name=$1
    shift
    for file; do
        [ -e "$dir/$name/usr/$file" ] || [ -L "$dir/$name/usr/$file" ] || bad "$name: there is no usr/$file"
    done
}
package garner science foreign libc6
package $library libs same libc6
package libgarner-dev libdevel same "$library (= $version-1)"
has garner bin/garner share/man/man1/garner.1.gz share/man/man1/garner-run.1.gz share/bash-completion/completions/garner \
    share/zsh/vendor-completions/_garner share/fish/vendor_completions.d/garner.fish share/garner/machines share/garner/adapters
has $library lib/$triplet/libgarner.so.$abi lib/$triplet/libgarner.so.$version
has libgarner-dev include/garner/garner.h include/garner/embed.h lib/$triplet/libgarner.so lib/$triplet/libgarner.a \
    lib/$triplet/pkgconfig/garner.pc lib/$triplet/cmake/garner/garner-config.cmake
for name in garner $library libgarner-dev; do # no file is in two
    (cd "$dir/$name" && find . -type f)
done | sort | uniq -d >"$dir/twice"
[ ! -s "$dir/twice" ] || bad "in several packages: $(cat "$dir/twice")"
dpkg-deb -e "$build/${library}_$version-1_$architecture.deb" "$dir/control"
grep -q "^libgarner $abi $library" "$dir/control/shlibs" || bad "$library: shlibs: $(cat "$dir/control/shlibs")"
grep -q '^activate-noawait ldconfig$' "$dir/control/triggers" || bad "$library has no trigger of ldconfig"

# ---- hardening, and lintian ----

for binary in "$dir/garner/usr/bin/garner" "$dir/$library/usr/lib/$triplet/libgarner.so.$version"; do
    readelf -dW "$binary" | grep -q 'BIND_NOW\|FLAGS_1.*NOW' || bad "$(basename "$binary") is not bound at once"
    readelf -lW "$binary" | grep -q GNU_RELRO || bad "$(basename "$binary") has no read-only relocations"
    readelf -sW --dyn-syms "$binary" | grep -q '__stack_chk_fail' || bad "$(basename "$binary") has no stack protector"
    readelf -sW --dyn-syms "$binary" | grep -q '_chk@' || bad "$(basename "$binary") has no fortified functions"
done
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error,warning "$build"/*.deb >"$dir/log" 2>&1 || { cat "$dir/log"; bad "lintian finds what is wrong"; }
else
    echo "deb.sh: lintian is not installed"
fi

# ---- the command runs, and a program is built with the packages ----

smoke() { # smoke COMMAND
    [ "$("$1" --version)" = "garner $version" ] || bad "$1 --version: $("$1" --version)"
    echo 'func.func @main() -> tensor<2xi32> { %0 = stablehlo.iota dim = 0 : tensor<2xi32> return %0 : tensor<2xi32> }' |
        "$1" run - | grep -qF 'dense<[0, 1]> : tensor<2xi32>' || bad "$1 run"
}
smoke "$dir/garner/usr/bin/garner"
cp -r "$dir/$library/usr/lib" "$dir/libgarner-dev/usr"
sh "$root/tests/docs/block.sh" "$root/docs/embedding.md" embed.c >"$dir/embed.c"
PKG_CONFIG_PATH=$dir/libgarner-dev/usr/lib/$triplet/pkgconfig
export PKG_CONFIG_PATH
cc -std=c11 "$dir/embed.c" -o "$dir/embed" $(pkg-config --cflags --libs garner)
[ "$(LD_LIBRARY_PATH=$dir/libgarner-dev/usr/lib/$triplet "$dir/embed")" = "$(printf '5 6\n1 2')" ] || bad "the program of docs/embedding.md"
if [ "${GARNER_INSTALL_DEB:-}" = 1 ] && [ "$(id -u)" = 0 ]; then
    DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "$build"/*.deb >"$dir/log" 2>&1 || { cat "$dir/log"; bad "apt-get failed"; }
    smoke /usr/bin/garner
    env -u PKG_CONFIG_PATH sh -c 'cc -std=c11 "$1/embed.c" -o "$1/installed" $(pkg-config --cflags --libs garner) && "$1/installed"' sh "$dir" >/dev/null ||
        bad "a program is not built with what is installed"
    apt-get -q remove -y garner $library libgarner-dev >"$dir/log" 2>&1 || { cat "$dir/log"; bad "they could not be taken away"; }
    [ ! -e /usr/bin/garner ] && [ ! -e /usr/include/garner ] || bad "something of them stayed"
fi
echo "deb.sh: $(cd "$build" && ls -- *.deb | tr '\n' ' ')"
