#!/bin/sh
# deb.sh BUILD - the .deb that cpack makes of a build: what is in it, what it needs, and that its command runs and its pages are there.
# Where that may be done (GARNER_INSTALL_DEB=1, as root), it is installed and taken away again.
set -eu
build=$(cd "$1" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad() { echo "deb.sh: $*"; exit 1; }

cpack --config "$build/CPackConfig.cmake" -B "$dir" >"$dir/log" 2>&1 || { cat "$dir/log"; bad "cpack failed"; }
deb=$(ls "$dir"/*.deb)
dpkg-deb -f "$deb" Depends | grep -q libc6 || bad "it does not say that it needs libc6"
dpkg-deb -x "$deb" "$dir/root"
for file in bin/garner include/garner/garner.h share/man/man1/garner.1 share/man/man1/garner-run.1 \
    share/bash-completion/completions/garner share/zsh/site-functions/_garner share/fish/vendor_completions.d/garner.fish; do
    [ -s "$dir/root/usr/$file" ] || [ -s "$dir/root/usr/$file.gz" ] || bad "there is no usr/$file"
done
smoke() { # smoke COMMAND
    "$1" --version >/dev/null || bad "$1 --version"
    echo 'func.func @main() -> tensor<2xi32> { %0 = stablehlo.iota dim = 0 : tensor<2xi32> return %0 : tensor<2xi32> }' |
        "$1" run - | grep -qF 'dense<[0, 1]> : tensor<2xi32>' || bad "$1 run"
}
smoke "$dir/root/usr/bin/garner"
if [ "${GARNER_INSTALL_DEB:-}" = 1 ] && [ "$(id -u)" = 0 ]; then
    DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "$deb" >"$dir/log" 2>&1 || { cat "$dir/log"; bad "apt-get failed"; }
    smoke /usr/bin/garner
    apt-get -q remove -y garner >"$dir/log" 2>&1 || { cat "$dir/log"; bad "it could not be taken away"; }
    [ ! -e /usr/bin/garner ] || bad "something of it stayed"
fi
echo "deb.sh: $(basename "$deb"), $(stat -c %s "$deb") bytes"
