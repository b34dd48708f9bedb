#!/bin/sh
# within.sh - garner within another build: by add_subdirectory and by FetchContent (without a network), with BUILD_SHARED_LIBS and
# CMAKE_INSTALL_* as they are set. What is built is gathers and scatters alone.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
    echo "$*"
    exit 1
}
# configure NAME ARGUMENT...: says what garner::garner is.
configure() {
    to=$dir/$1
    shift
    cmake -S "$here/within" -B "$to" -G Ninja -DGARNER_MODULES=OFF "$@" >"$to.log" 2>&1 || { cat "$to.log"; exit 1; }
    sed -n 's/^-- garner::garner is garner_//p' "$to.log"
}
# What `cmake --build` would make of the two libraries.
built() {
    ninja -C "$dir/$1" -t commands all | grep -oE "(-o |qc )src/libgarner\.(a|so)" | sed "s/.*src.//" | sort -u | tr "\n" " "
}

[ "$(configure fetched "-DFETCHCONTENT_SOURCE_DIR_GARNER=$root" -DFETCHCONTENT_FULLY_DISCONNECTED=ON)" = static ] ||
    fail "garner::garner is not the static library where BUILD_SHARED_LIBS is not set"
cmake --build "$dir/fetched" >"$dir/fetched.log" || { cat "$dir/fetched.log"; exit 1; }
for kind in shared static garner; do
    "$dir/fetched/embed_$kind"
done
[ ! -e "$dir/fetched/compile_commands.json" ] || fail "garner asked for compile_commands.json"
ninja -C "$dir/fetched" -t targets all | grep -E '(^|/)(bench_|garner_command|test_)' && fail "targets of garner's own came with it"
cmake --install "$dir/fetched" --prefix "$dir/nothing" >/dev/null
[ -z "$(find "$dir/nothing" -type f 2>/dev/null)" ] || fail "garner installed itself with a build that did not ask for it"

# Asked for one, there is the other for who links it; here that is embed_static and embed_shared.
[ "$(configure shared "-DGARNER_SOURCE=$root" -DBUILD_SHARED_LIBS=ON)" = shared ] || fail "BUILD_SHARED_LIBS=ON is not heeded"
[ "$(configure static "-DGARNER_SOURCE=$root" -DBUILD_SHARED_LIBS=OFF)" = static ] || fail "BUILD_SHARED_LIBS=OFF is not heeded"

# At the top level: what is built and installed is what BUILD_SHARED_LIBS asks for, where CMAKE_INSTALL_* say.
for wanted in ON OFF; do
    cmake -S "$root" -B "$dir/top$wanted" -G Ninja -DGARNER_MODULES=OFF -DBUILD_SHARED_LIBS=$wanted -DCMAKE_INSTALL_LIBDIR=some/lib \
        -DCMAKE_INSTALL_INCLUDEDIR=some/include >/dev/null
done
[ "$(built topON)" = "libgarner.so " ] || fail "BUILD_SHARED_LIBS=ON builds $(built topON)"
[ "$(built topOFF)" = "libgarner.a " ] || fail "BUILD_SHARED_LIBS=OFF builds $(built topOFF)"

# Installed from within, in folders of the outer build's choice; and a library in a folder that is not below the prefix.
configure asked "-DFETCHCONTENT_SOURCE_DIR_GARNER=$root" -DFETCHCONTENT_FULLY_DISCONNECTED=ON -DGARNER_INSTALL=ON -DBUILD_SHARED_LIBS=OFF \
    -DCMAKE_INSTALL_LIBDIR=some/lib -DCMAKE_INSTALL_INCLUDEDIR=some/include "-DCMAKE_INSTALL_PREFIX=$dir/prefix" >/dev/null
cp "$dir/fetched/garner/src/libgarner.a" "$dir/built.a" 2>/dev/null || cp "$dir/fetched/_deps/garner-build/src/libgarner.a" "$dir/built.a"
mkdir -p "$dir/asked/_deps/garner-build/src"
cp "$dir/built.a" "$dir/asked/_deps/garner-build/src/libgarner.a" # the same objects: they are not compiled again
cmake --install "$dir/asked" >/dev/null
for file in some/lib/libgarner.a some/lib/pkgconfig/garner.pc some/lib/cmake/garner/garner-config.cmake some/include/garner/garner.h; do
    [ -e "$dir/prefix/$file" ] || fail "$file was not installed"
done
[ ! -e "$dir/prefix/some/lib/libgarner.so" ] || fail "the shared library was installed with BUILD_SHARED_LIBS=OFF"
cc -std=c11 "$here/core/embed.c" -o "$dir/embed" $(PKG_CONFIG_PATH=$dir/prefix/some/lib/pkgconfig pkg-config --static --cflags --libs garner)
"$dir/embed"
cmake -S "$here/core" -B "$dir/found" -DCMAKE_PREFIX_PATH="$dir/prefix/some" -DKINDS="static;garner" >/dev/null
cmake --build "$dir/found" >/dev/null
"$dir/found/embed_garner"
echo "within another build: add_subdirectory, FetchContent, BUILD_SHARED_LIBS, CMAKE_INSTALL_*"
