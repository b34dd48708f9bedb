#!/bin/sh
# core.sh BUILD - builds gathers and scatters alone (GARNER_MODULES=OFF) in BUILD, installs them, moves them, and builds and runs
# core/embed.c against them: pkg-config, then CMake, shared and static. Also: less than 1,000,000 bytes of text, no header
# and no command of what is not there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DGARNER_MODULES=OFF >/dev/null
cmake --build "$build"
cmake --install "$build" --prefix "$dir/first" >/dev/null
mv "$dir/first" "$dir/prefix"
pc=$(dirname "$(find "$dir/prefix" -name garner.pc)")
lib=$(dirname "$pc")

for absent in include/garner/draw.h include/garner/explain.h include/garner/module.h include/garner/ttnn.h bin/garner share/garner; do
    [ ! -e "$dir/prefix/$absent" ] || { echo "$absent was installed"; exit 1; }
done
export PKG_CONFIG_PATH="$pc"
[ "$(pkg-config --variable=parts garner)" = core ] || { echo "garner.pc does not say which parts there are"; exit 1; }
text=$(size "$lib/libgarner.so" | awk 'NR == 2 { print $1 }')
echo "$text bytes of text"
[ "$text" -lt 1000000 ] || { echo "that is not less than 1,000,000"; exit 1; }

cc -std=c11 -Wall -Wextra -Werror "$here/core/embed.c" -o "$dir/embed" $(pkg-config --cflags --libs garner)
LD_LIBRARY_PATH="$lib" "$dir/embed"
# The first program of docs/embedding.md, as C and as C++.
sh "$root/tests/docs/block.sh" "$root/docs/embedding.md" embed.c >"$dir/first.c"
cp "$dir/first.c" "$dir/first.cpp"
cc -std=c11 -Wall -Wextra -Werror "$dir/first.c" -o "$dir/first" $(pkg-config --cflags --libs garner)
c++ -std=c++11 -Wall -Wextra -Werror "$dir/first.cpp" -o "$dir/firstpp" $(pkg-config --cflags --libs garner)
for program in first firstpp; do
    [ "$(LD_LIBRARY_PATH="$lib" "$dir/$program")" = "$(printf '5 6\n1 2')" ] || { echo "$program of docs/embedding.md prints otherwise"; exit 1; }
done
cmake -S "$here/core" -B "$dir/build" -DCMAKE_PREFIX_PATH="$dir/prefix" >/dev/null
cmake --build "$dir/build" >/dev/null
LD_LIBRARY_PATH="$lib" "$dir/build/embed_shared"
"$dir/build/embed_static"
