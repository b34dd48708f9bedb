#!/bin/sh
# affine.sh - random programs of the affine dialect (affine_programs.c): the interpreter's bits from C, and from MLIR's own passes.
#
#   tests/interop/affine.sh BUILD [N [SEED]]
#
# N programs (200) from SEED (1) on are written as C, with OpenMP for the first of gcc and clang, with vectors for clang and its sanitizers,
# and run. Where mlir-opt-19 and mlir-cpu-runner-19 are installed, the programs as they are by way of MLIR's lower-affine, and
# lowered by garner to loops of scf, give the same. Exit 1 on a difference, 77 where there is no compiler.
set -u
build=${1:?usage: tests/interop/affine.sh BUILD [N [SEED]]}
count=${2:-200}
seed=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$build" && pwd)
warnings='-std=c11 -Wall -Wextra -Wconversion -Wpedantic -Wshadow -Wcast-qual -Wno-unused-function -Werror'
compilers=
for cc in gcc clang; do
    command -v $cc >/dev/null && compilers="$compilers $cc"
done
[ -n "$compilers" ] || { echo "affine.sh: neither gcc nor clang is installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
"$build/tests/affine_programs" "$seed" "$count" >"$work/affine.mlir" || exit 1

# compiled MODE COMPILER FLAGS: all programs as one of C, each of which has to be there.
compiled() {
    # shellcheck disable=SC2086
    if ! $2 $warnings $3 "$work/$1.c" -o "$work/all" -lm 2>"$work/said"; then
        echo "$1: does not compile by $2 $3"; head -8 "$work/said"; bad=1; return
    fi
    "$work/all" >"$work/out" 2>&1
    if ! grep -q "^$count passed, 0 failed" "$work/out"; then
        echo "$1: other bits by $2 $3"; tail -5 "$work/out"; bad=1
    fi
}

# one MODE COMPILER FLAGS
one() {
    if "$build/tests/random_programs" 1 0 0 c "$1" "$work/affine.mlir" >"$work/$1.c" 2>"$work/said"; then
        compiled "$@"
    else
        echo "$1: cannot be written as C"; head -8 "$work/said"; bad=1
    fi
}

first=${compilers# }
first=${first%% *}
openmp=
echo 'int main(void) { return 0; }' >"$work/empty.c"
$first -fopenmp "$work/empty.c" -o "$work/empty" 2>/dev/null && openmp=-fopenmp
one openmp "$first" "-O1 $openmp"
case $compilers in
*clang*) one simd clang "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all" ;;
*) one simd gcc -O2 ;;
esac

for tool in mlir-opt-19 mlir-cpu-runner-19; do
    command -v $tool >/dev/null || { echo "affine.sh: $tool is not installed: what MLIR gives was not compared"; exit $bad; }
done
$first -O1 -shared -fPIC -o "$work/runtime.so" "$here/lowered_runtime.c" || exit 1
pipeline="builtin.module(lower-affine,convert-scf-to-cf,convert-cf-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)"
for form in given scf; do
    "$build/tests/lowered_programs" $form "$work/$form" 0 1 "$work/affine.mlir"
    [ ! -s "$work/$form.refused" ] || { echo "$form: refused"; head -5 "$work/$form.refused"; bad=1; }
    if ! mlir-opt-19 --pass-pipeline="$pipeline" "$work/$form.mlir" -o "$work/$form.llvm" 2>"$work/said" ||
        ! mlir-cpu-runner-19 -O1 -e main -entry-point-result=void -shared-libs="$work/runtime.so" "$work/$form.llvm" >"$work/got" 2>"$work/said"; then
        echo "$form: MLIR does not run it"; head -5 "$work/said"; bad=1
    elif ! cmp -s "$work/$form.want" "$work/got"; then
        echo "$form: other bits"; diff "$work/$form.want" "$work/got" | head -10; bad=1
    fi
done
exit $bad
