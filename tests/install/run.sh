#!/bin/sh
# run.sh BUILD - installs into a temporary prefix, moves it, and builds and runs use.c against it: pkg-config, then CMake,
# with the shared and the static library. Also: the shared library exports nothing but grn_ names, and `make install` goes where PREFIX and
# DESTDIR say and nowhere else, with the licence.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "$1" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cmake --install "$build" --prefix "$dir/first" >/dev/null
mv "$dir/first" "$dir/prefix"
pc=$(dirname "$(find "$dir/prefix" -name garner.pc)")
lib=$(dirname "$pc")

export PKG_CONFIG_PATH="$pc"
[ "$(pkg-config --variable=parts garner)" = "core modules ttnn" ] || { echo "garner.pc does not say which parts there are"; exit 1; }
cc -std=c11 "$here/use.c" -o "$dir/use" $(pkg-config --cflags --libs garner)
LD_LIBRARY_PATH="$lib" "$dir/use"
cmake -S "$here" -B "$dir/build" -DCMAKE_PREFIX_PATH="$dir/prefix" >/dev/null
cmake --build "$dir/build" >/dev/null
LD_LIBRARY_PATH="$lib" "$dir/build/use_shared"
"$dir/build/use_static"
"$dir/prefix/bin/garner" --version

others=$(nm -D --defined-only "$lib/libgarner.so" | awk '$2 != "A" && $3 !~ /^grn_/ { print $3 }')
[ -z "$others" ] || { echo "exported besides grn_ names: $others"; exit 1; }

make -C "$root" install "BUILD=$build" "PREFIX=$dir/opt" >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
"$dir/opt/bin/garner" --version >/dev/null
cmp -s "$root/LICENSE" "$dir/opt/share/doc/garner/LICENSE" || { echo "make install: the licence is not there"; exit 1; }
[ -s "$dir/opt/share/doc/garner/copyright" ] || { echo "make install: there is no copyright"; exit 1; }
make -C "$root" install "BUILD=$build" PREFIX=/opt/garner "DESTDIR=$dir/staged" >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
(cd "$dir/opt" && find . | sort) >"$dir/plain"
(cd "$dir/staged/opt/garner" && find . | sort) | cmp -s - "$dir/plain" || { echo "make install: DESTDIR has other files"; exit 1; }
[ -z "$(find "$dir/staged" ! -type d ! -path "$dir/staged/opt/garner/*")" ] || { echo "make install: files outside DESTDIR/PREFIX"; exit 1; }
[ ! -e /opt/garner/bin/garner ] || { echo "make install: DESTDIR is not heeded"; exit 1; }
