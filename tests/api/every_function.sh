#!/bin/sh
# every_function.sh BUILD - every function that the shared library exports is in the misuse table, and nothing else is.
# The misuse programs list what they have a row for.
set -eu
build=$1
command -v nm >/dev/null 2>&1 || { echo "there is no nm"; exit 77; }
library=
for file in "$build"/src/libgarner.so "$build"/src/libgarner.dylib; do
    [ ! -e "$file" ] || library=$file
done
[ -n "$library" ] || { echo "$build/src has no shared library"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $library in
*.so) nm -D --defined-only "$library" ;;
*) nm -gU "$library" ;;
esac | awk '$2 == "T" && $3 ~ /^_?grn_/ { sub(/^_/, "", $3); sub(/@.*/, "", $3); print $3 }' | sort -u > "$work/exported"
[ -s "$work/exported" ] || { echo "$library exports no grn_ function"; exit 1; }
for program in "$build"/tests/test_misuse_*; do
    [ ! -x "$program" ] || [ -d "$program" ] || "$program" --functions
done | sort -u > "$work/listed"
bad=0
for name in $(comm -23 "$work/exported" "$work/listed"); do
    echo "$name is exported and has no row in tests/api/test_misuse_*.c"
    bad=1
done
for name in $(comm -13 "$work/exported" "$work/listed"); do
    echo "$name has a row in tests/api and is not exported"
    bad=1
done
exit $bad
