#!/bin/sh
# vendor.sh - copies the layers of libgarner that the package needs into its src/libgarner, and writes src/Makevars.vendored, which
# is src/Makevars.in with their objects.
#
#   bindings/r/tools/vendor.sh PACKAGE_DIR
#
# PACKAGE_DIR is bindings/r or a copy of it. No file that is kept in the repository is changed.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
src=$1/src
vendored=$src/libgarner

rm -rf "$vendored"
mkdir -p "$vendored/include" "$vendored/src"
cp -R "$root/include/garner" "$vendored/include/"
for layer in core access kernels plan; do # what gather and scatter stand on; no text, no dialects
    cp -R "$root/src/$layer" "$vendored/src/"
done
find "$vendored/src" -type f ! -name '*.[ch]' -exec rm {} +

# R wants the objects listed one by one: wildcards are GNU make's. Two layers may have a file of one name, so paths stay.
objects=$(cd "$src" && find . -name '*.c' | sed -e 's|^\./||' -e 's|c$|o|' | LC_ALL=C sort | tr '\n' ' ')
sed "s|@OBJECTS@|$objects|" "$src/Makevars.in" >"$src/Makevars.vendored"

# An instruction set's files carry its flags, which configure finds out.
for set in avx2 avx512; do
    for file in $(cd "$vendored/src" && find kernels eval -name "*_$set.c" | LC_ALL=C sort); do
        object=libgarner/src/${file%.c}
        printf '%s.o: %s.c\n\t$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) @%s@ -c %s.c -o %s.o\n' "$object" "$object" \
            "$(echo $set | tr a-z A-Z)" "$object" "$object"
    done
done >>"$src/Makevars.vendored"
