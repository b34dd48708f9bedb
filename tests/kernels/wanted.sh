#!/bin/sh
# wanted.sh BUILD - an instruction set whose flags are forgotten fails: a file of it does not compile, and a set that
# src/CMakeLists.txt says nothing about is not configured.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cc=${CC:-cc}

# A macro that no compiler defines, as one that lacks the flags does not define the set's.
for source in "$root"/src/kernels/set_*.c; do
    case $source in */set_scalar.c) continue ;; esac
    if "$cc" -std=c11 -I"$root/include" -I"$root/src" -include "$root/src/kernels/wanted.h" -DGRN_WANTED=__GRN_NO_SUCH_SET__ \
            -c "$source" -o "$temp/set.o" 2>"$temp/said"; then
        echo "$source compiles without its set"; exit 1
    fi
    grep -q "this instruction set is wanted, and the compiler may not use it" "$temp/said" || { cat "$temp/said"; exit 1; }
done
for name in $(sed -n 's/^    S(\([a-z0-9]*\)).*/\1/p' "$root/src/kernels/sets.h"); do
    [ "$name" = scalar ] || grep -q "^garner_instruction_set($name " "$root/src/CMakeLists.txt" || { echo "no flags for $name"; exit 1; }
done

mkdir "$temp/tree"
(cd "$root" && tar cf - CMakeLists.txt cmake src cli files include bench examples docs/play share 2>/dev/null) | (cd "$temp/tree" && tar xf -)
sed -i.before 's/^    S(neon) /    S(sve)           \\\n    S(neon) /' "$temp/tree/src/kernels/sets.h"
if cmake -S "$temp/tree" -B "$temp/build" -DGARNER_TESTS=OFF >"$temp/said" 2>&1; then echo "a set without flags is configured"; exit 1; fi
tr -s ' \n' ' ' <"$temp/said" | grep -q "kernels/sets.h lists the instruction set sve; a call of garner_instruction_set is to say its flags" ||
    { cat "$temp/said"; exit 1; }
