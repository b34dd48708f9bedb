#!/bin/sh
# names.sh - every type has a name of its own, and the check finds one that stands twice, in each form that declares one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || { echo "no python3: names of types are not compared"; exit 77; }
python3 "$here/names.py" "$here/../.."
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
mkdir -p "$temp/src/a" "$temp/src/b" "$temp/include"
while read -r line; do
    echo "$line" | tr '|' '\n' >"$temp/src/a/one.h"
    cp "$temp/src/a/one.h" "$temp/src/b/two.c"
    if python3 "$here/names.py" "$temp" >"$temp/said"; then echo "not found: $line"; exit 1; fi
    grep -q '^grn_thing is a type in more than one file: src/a/one.h, src/b/two.c' "$temp/said" || { cat "$temp/said"; exit 1; }
done <<'X'
typedef struct grn_thing {|    int a;|} grn_thing;
struct grn_thing {|    int a;|};
typedef enum {|    GRN_A|} grn_thing;
typedef int64_t grn_thing;
typedef int (*grn_thing)(int a);
X
