#!/bin/sh
# lowered.sh BUILD [N [SEED]] - lowered programs run by MLIR's own tools, in all three forms, and in loops over memrefs by way of
# the form of tensors, give the interpreter's bits:
# N random gathers and scatters (200) from SEED (1) on, the examples, with GARNER_LOWERED_OPS the programs of tests/ops, the seeds' and conformance programs where
# GARNER_CONFORMANCE and GARNER_SEEDS say where those are. Exit 77 where mlir-opt-19 and mlir-cpu-runner-19 are not installed.
set -eu
build=$1
n=${2:-200}
seed=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
for tool in mlir-opt-19 mlir-cpu-runner-19; do
    command -v $tool >/dev/null || { echo "$tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CC:-cc} -O1 -shared -fPIC -o "$work/runtime.so" "$here/lowered_runtime.c" 2>/dev/null || { echo "there is no C compiler"; exit 77; }
# The processor's own conversion to bf16 takes subnormal numbers for 0; without it LLVM has a function that rounds them.
without=
grep -q avx512_bf16 /proc/cpuinfo 2>/dev/null && without=--mattr=-avx512bf16
openmp=$(ldconfig -p 2>/dev/null | sed -n 's/.*libomp\.so\.5 .*=> //p' | head -1)

# The pipelines of docs/lower.md. A call within scf.parallel would leave memref.alloca_scope around branches. Under M: expand-strided-metadata for views, math to libm for functions that are not instructions.
begin=expand-strided-metadata,lower-affine,convert-scf-to-cf
end=convert-cf-to-llvm,convert-math-to-libm,convert-complex-to-libm,convert-complex-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts
scf="builtin.module(convert-linalg-to-loops,$begin,$end)"
parallel="builtin.module(inline,convert-linalg-to-loops,convert-scf-to-openmp,canonicalize,$begin,convert-openmp-to-llvm,$end)"
chained=$scf
linalg="builtin.module(one-shot-bufferize{allow-return-allocs-from-loops=true bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map},buffer-deallocation-pipeline,convert-bufferization-to-memref,func.func(convert-linalg-to-loops),func.func(lower-affine),$begin,$end)"

files=
for f in "$here"/../../examples/*.mlir; do files="$files $f"; done
# Programs of upstream's own ops stay as they are, whatever ops these pipelines do not know. Elements that nobody wrote are any, and so
# are the bits of a NaN that arithmetic made, which a program of ttnn's looks at.
[ -z "${GARNER_LOWERED_OPS:-}" ] || for f in "$here"/../ops/*/*.mlir; do
    case $f in
        */ops/scf/[!t]* | */ops/memref/* | */ops/linalg/* | */ops/arith/* | */ops/func/* | */ops/garner/*) continue ;;
        */ops/tensor/empty.mlir | */ops/ttnn/scatter.mlir) continue ;;
    esac
    files="$files $f"
done
for d in ${GARNER_CONFORMANCE:-} ${GARNER_SEEDS:-}; do
    for f in $(find "$d" -name '*.mlir' | sort); do files="$files $f"; done
done
bad=0
for form in scf linalg parallel chained; do
    eval "pipeline=\$$form"
    libraries=$work/runtime.so
    if [ $form = parallel ]; then
        [ -n "$openmp" ] || { echo "parallel: libomp5 is not installed"; continue; }
        libraries=$libraries,$openmp
    fi
    # shellcheck disable=SC2086
    "$build/tests/lowered_programs" $form "$work/$form" "$n" "$seed" $files | tee "$work/counts"
    if [ "$(sed -n 's/.* \([0-9]*\) without known inputs$/\1/p' "$work/counts")" -gt 20 ]; then
        echo "$form: too many programs have no inputs"; bad=1
    fi
    if grep -vE 'cannot be (lowered|expressed)|must be a constant here|MLIR 19 does not read|deallocation takes over' "$work/$form.refused"; then
        echo "$form: refused without a reason"; bad=1
    fi
    if ! mlir-opt-19 --pass-pipeline="$pipeline" "$work/$form.mlir" -o "$work/$form.llvm" 2>"$work/$form.err"; then
        echo "$form: mlir-opt does not take it"; head -5 "$work/$form.err"; bad=1; continue
    fi
    # shellcheck disable=SC2086
    if ! mlir-cpu-runner-19 $without -O1 -e main -entry-point-result=void -shared-libs="$libraries" "$work/$form.llvm" >"$work/$form.got" 2>"$work/$form.err"; then
        echo "$form: the runner fails"; head -5 "$work/$form.err"; bad=1; continue
    fi
    if ! cmp -s "$work/$form.want" "$work/$form.got"; then
        echo "$form: other bits"; diff "$work/$form.want" "$work/$form.got" | head -10; bad=1
    fi
done
[ -z "${GARNER_KEEP:-}" ] || cp "$work"/* "$GARNER_KEEP"
exit $bad
