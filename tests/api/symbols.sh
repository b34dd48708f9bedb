#!/bin/sh
# symbols.sh BUILD - what the libraries of BUILD show: every global symbol of the static one begins with grn_; the shared one
# exports what include/garner declares and nothing else, all that a release had (exported-*.txt, which may only grow), under the
# version of the interface; and it is called by the same numbers as the CMake package goes by.
set -u
build=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
static=$build/src/libgarner.a shared=$build/src/libgarner.so
for tool in nm readelf; do
    command -v $tool >/dev/null 2>&1 || { echo "there is no $tool"; exit 77; }
done
[ -e "$shared" ] && [ -e "$static" ] || { echo "$build/src has not both libraries"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad=0
complain() {
    echo "$*"
    bad=1
}

# What sanitizers and coverage add belongs to them.
added='__sancov|__gcov|__asan|__odr_asan|__msan|__tsan|__ubsan|__start_|__stop_|asan[.]|msan[.]|tsan[.]'
others=$(nm -g --defined-only "$static" | awk 'NF == 3 { print $3 }' | grep -vE "^(grn_|$added)" | sort -u)
[ -z "$others" ] || complain "global in libgarner.a without the prefix grn_:" $others

nm -D --defined-only "$shared" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort -u >"$dir/exported"
sed -n '/^GRN_API/,/;/p' "$root"/include/garner/*.h | grep -oE '\bgrn_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$dir/declared"
[ -s "$dir/exported" ] || complain "$shared exports nothing"
for name in $(comm -23 "$dir/exported" "$dir/declared"); do
    complain "$name is exported and not declared GRN_API in include/garner"
done
for name in $(comm -13 "$dir/exported" "$dir/declared"); do
    complain "$name is declared GRN_API in include/garner and not exported"
done
for list in "$here"/exported-*.txt; do
    grep -v '^#' "$list" | sort >"$dir/list"
    [ -s "$dir/list" ] || complain "$list is empty"
    for name in $(comm -13 "$dir/exported" "$dir/list"); do
        complain "$name was in $(basename "$list" .txt) and is not exported: the interface of a soname only grows"
    done
done

number() { sed -n "s/^#define GRN_VERSION_$1 //p" "$root/include/garner/version.h"; }
major=$(number MAJOR) minor=$(number MINOR)
abi=$major
[ "$major" != 0 ] || abi=$major.$minor
soname=$(readelf -d "$shared" | sed -n 's/.*(SONAME).*\[\(.*\)\].*/\1/p')
[ "$soname" = "libgarner.so.$abi" ] || complain "the soname is $soname, it must be libgarner.so.$abi"
unversioned=$(nm -D --defined-only --with-symbol-versions "$shared" | awk '$2 != "A" { print $3 }' | grep -vF "@@GARNER_$abi")
[ -z "$unversioned" ] ||
    complain "symbols have another version than GARNER_$abi"
grep -q "^Version: $major\.$minor\.$(number PATCH)$" "$root/bindings/r/DESCRIPTION" || complain "bindings/r/DESCRIPTION has another version"
exit $bad
