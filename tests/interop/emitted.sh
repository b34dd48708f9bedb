#!/bin/sh
# emitted.sh - what `garner emit` writes, compiled and run: the interpreter's bits.
#
#   tests/interop/emitted.sh BUILD [N]
#
# BUILD has the command and tests/random_programs; N is how many random programs are drawn (120), of which those that can be
# emitted are compiled, many in one translation unit, by gcc -O2, clang -O2 and clang with the address and undefined-behaviour
# sanitizers, warnings being errors, and run on their inputs, whose results the interpreter has given. A third of them uses
# vectors, a third OpenMP. GARNER_SEED: which programs (1). Then large.mlir, whose results no cache holds, by what large.c works out
# and by the interpreter; then the programs of examples/ and, where GARNER_CONFORMANCE names
# them, gathers and scatters of conformance programs, by way of --main and .npy files.
# Ends with "N passed, N failed"; exit 1 on a failure, 77 where there is no compiler.
set -u
build=${1:?usage: tests/interop/emitted.sh BUILD [N]}
count=${2:-120}
seed=${GARNER_SEED:-1}
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$build" && pwd)
warnings='-std=c11 -Wall -Wextra -Wconversion -Wpedantic -Wshadow -Wcast-qual -Werror'
compilers=
for cc in gcc clang; do
    command -v $cc >/dev/null && compilers="$compilers $cc"
done
[ -n "$compilers" ] || { echo "emitted.sh: neither gcc nor clang is installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

said() { sed -n '1,8s/^/    /p' "$1" | cut -c 1-300; }
fail() {
    failed=$((failed + 1))
    echo "FAILED $1"
    said "$2"
}

# compiled NAME FLAGS: one program by one compiler, run; its own counts are added.
compiled() {
    if ! $2 $warnings $3 "$work/all.c" -o "$work/all" -lm 2>"$work/said"; then
        fail "$1: does not compile by $2 $3" "$work/said"
        return
    fi
    "$work/all" >"$work/out" 2>"$work/said"
    status=$?
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$work/out")
    if [ -z "$line" ]; then
        fail "$1: $2 $3 ends with $status" "$work/said"
        return
    fi
    passed=$((passed + ${line%% *}))
    line=${line#*, }
    failed=$((failed + ${line%% *}))
    [ $status -eq 0 ] || { echo "FAILED $1: $2 $3"; said "$work/out"; }
}

# random FIRST COUNT MODE FLAG
random() {
    name="random programs $1 to $(($1 + $2 - 1)) of seed $seed $3"
    if ! "$build/tests/random_programs" "$seed" "$1" "$2" c "$3" >"$work/all.c" 2>"$work/left_out"; then
        fail "$name" "$work/left_out"
        return
    fi
    cat "$work/left_out" >>"$work/all_left_out"
    for cc in $compilers; do
        compiled "$name" $cc "-O2 $4"
    done
    case $compilers in *clang*)
        compiled "$name" clang "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" ;;
    esac
}

openmp=
echo 'int main(void) { return 0; }' >"$work/empty.c"
openmp_works() {
    for cc in $compilers; do
        $cc -fopenmp "$work/empty.c" -o "$work/empty" 2>/dev/null || return 1
    done
}
openmp_works && openmp=-fopenmp
first=0
chunk=$(((count + 2) / 3))
[ $chunk -le 200 ] || chunk=200
while [ $first -lt "$count" ]; do
    case $((first / chunk % 3)) in
    0) random $first $chunk plain "" ;;
    1) random $first $chunk simd "" ;;
    2) random $first $chunk openmp "$openmp" ;;
    esac
    first=$((first + chunk))
done
[ ! -f "$work/all_left_out" ] || sed -n 's/^\([0-9]*\) programs, \([0-9]*\) left out/\1 \2/p' "$work/all_left_out" |
    awk '{ p += $1; l += $2 } END { printf "%d random programs were emitted, %d cannot be\n", p, l }'

# With GARNER_EMITTED_OPS: the functions of tests/ops, checks being results, but those that look at what C leaves open. No compiler
# computes functions of constants itself: it may know them better than the libm that the interpreter asks.
if [ -n "${GARNER_EMITTED_OPS:-}" ]; then
    find "$root/tests/ops" -name '*.mlir' | grep -vE '/(tensor/empty|ttnn/scatter).mlir$' | LC_ALL=C sort >"$work/ops"
    # shellcheck disable=SC2046
    if "$build/tests/random_programs" 1 0 1 c plain $(cat "$work/ops") >"$work/all.c" 2>"$work/left_out"; then
        for cc in $compilers; do
            compiled "tests/ops" $cc "-O2 -fno-builtin"
        done
        tail -n 1 "$work/left_out" | sed 's/^/tests\/ops: /'
    else
        fail tests/ops "$work/left_out"
    fi
fi

# data FILE: an .npy without its header
data() { tail -c +$(($(od -An -tu2 -j8 -N2 "$1" | tr -d ' ') + 11)) "$1"; }

# program FILE OPTION: each result of its main, by garner run and by the emitted main.
program() {
    rm -rf "$work/want" "$work"/got_*.npy
    "$build/garner" run --entry=main --output "$work/want" "$1" >/dev/null 2>"$work/said" || return 2
    ls "$work"/want/*.npy >/dev/null 2>&1 || return 2
    "$build/garner" emit --entry=main --main $2 -o "$work/one.c" "$1" 2>"$work/said" || return 3
    cc=${compilers##* }
    $cc $warnings -O1 "$work/one.c" -o "$work/one" -lm 2>"$work/said" || return 1
    set --
    n=0
    for want in "$work"/want/*.npy; do
        set -- "$@" "$work/got_$n.npy"
        n=$((n + 1))
    done
    "$work/one" "$@" 2>"$work/said" || return 1
    n=0
    while [ -f "$work/want/main_$n.npy" ]; do
        data "$work/want/main_$n.npy" >"$work/a"
        data "$work/got_$n.npy" >"$work/b"
        cmp "$work/a" "$work/b" >"$work/said" 2>&1 || return 1
        n=$((n + 1))
    done
}

{
    find "$root/examples" -name '*.mlir'
    [ -z "${GARNER_CONFORMANCE:-}" ] || find "$GARNER_CONFORMANCE/.." -name '*.mlir' -exec grep -lE 'gather|scatter' {} +
} | LC_ALL=C sort -u >"$work/list"
program "$root/tests/interop/vectors.mlir" --simd && grep -q __builtin_convertvector "$work/one.c" && passed=$((passed + 1)) || fail vectors.mlir "$work/said"

# What is moved or converted keeps the bits that the interpreter gives a NaN. The conversions are not done beforehand.
program "$root/tests/interop/nan_bits.mlir" "" && grep -q 'bf16_value(' "$work/one.c" && passed=$((passed + 1)) || fail nan_bits.mlir "$work/said"

# large MODE FLAGS..: large.mlir against large.c, by every compiler and set of flags; under OpenMP nothing is stored past the cache.
large() {
    mode=$1
    shift
    if ! "$build/garner" emit $mode -o "$work/all.c" "$root/tests/interop/large.mlir" 2>"$work/said"; then
        fail "large.mlir $mode" "$work/said"
        return
    fi
    streams=$(grep -c '^ *stream_lines(' "$work/all.c")
    case $mode:$streams in
    --openmp:0) ;;
    --openmp:* | *:0) fail "large.mlir $mode: $streams stores past the cache" /dev/null ;;
    esac
    cat "$root/tests/interop/large.c" >>"$work/all.c"
    for cc in $compilers; do
        for flags in "$@"; do
            $cc $flags "$work/empty.c" -o "$work/empty" 2>/dev/null && compiled "large.mlir $mode" $cc "$flags"
        done
    done
}
large "" -O2 "-O2 -DNO_STREAM" "-O3 -march=native" "-O1 -mavx2 -fsanitize=address,undefined -fno-sanitize-recover=all"
large --simd "-O2"
large --openmp "-O2 $openmp"
program "$root/tests/interop/large.mlir" --simd && passed=$((passed + 1)) || fail "large.mlir" "$work/said"
cannot=0
while IFS= read -r file; do
    program "$file" ""
    case $? in
    0) passed=$((passed + 1)) ;;
    1) fail "$file" "$work/said" ;;
    3) cannot=$((cannot + 1)); [ -z "${GARNER_VERBOSE:-}" ] || { echo "cannot be emitted: $file"; said "$work/said"; } ;;
    esac
done <"$work/list"
echo "$cannot programs cannot be emitted"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
