#!/bin/sh
# lowered_strided.sh BUILD - `garner lower --result-arguments --strided --emit-c-interface`, for scf and for parallel, run by
# MLIR's runner and called from C with matrices of every layout: column after column, backwards, with gaps. The results are what
# `garner run` gives. Exit 77 where mlir-opt-19, mlir-cpu-runner-19 or a C compiler are not installed.
set -eu
build=$1
here=$(cd "$(dirname "$0")" && pwd)
for tool in mlir-opt-19 mlir-cpu-runner-19; do
    command -v $tool >/dev/null || { echo "$tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CC:-cc} -O1 -shared -fPIC -o "$work/driver.so" "$here/lowered_strided.c" "$here/lowered_runtime.c" 2>/dev/null ||
    { echo "there is no C compiler"; exit 77; }
openmp=$(ldconfig -p 2>/dev/null | sed -n 's/.*libomp\.so\.5 .*=> //p' | head -1)

# The inputs of lowered_strided.c.
x='5x3xf32=[[0, 4, 8], [1.5, 5.5, 9.5], [3, 7, 11], [4.5, 8.5, 12.5], [6, 10, 14]]'
i='4x1xi64=[[4], [0], [2], [1]]'
u='4x3xf32=[[100, 101, 102], [110, 111, 112], [120, 121, 122], [130, 131, 132]]'
functions='rows elements add replace'
for f in $functions; do
    "$build/garner" run --entry "$f" "$here/lowered_strided.mlir" --input "$x" --input "$i" --input "$u" |
        sed -e 's/.*dense<//' -e 's/>.*//' -e 's/[][]//g' -e 's/,/ /g'
done >"$work/want"

tail=convert-cf-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts
scf="builtin.module(expand-strided-metadata,lower-affine,convert-scf-to-cf,$tail)"
parallel="builtin.module(convert-scf-to-openmp,canonicalize,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-openmp-to-llvm,$tail)"
bad=0
for form in scf parallel; do
    eval "pipeline=\$$form"
    libraries=$work/driver.so
    if [ $form = parallel ]; then
        [ -n "$openmp" ] || { echo "parallel: libomp5 is not installed"; continue; }
        libraries=$libraries,$openmp
    fi
    "$build/garner" lower --to=$form --result-arguments --strided --emit-c-interface "$here/lowered_strided.mlir" -o "$work/$form.mlir"
    mlir-opt-19 --pass-pipeline="$pipeline" "$work/$form.mlir" -o "$work/$form.llvm" || { echo "$form: mlir-opt does not take it"; bad=1; continue; }
    sed -i '/^}$/d' "$work/$form.llvm" # the module goes on
    {
        echo '  llvm.func @drive(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr)'
        echo '  llvm.func @main() {'
        for f in $functions; do echo "    %$f = llvm.mlir.addressof @_mlir_ciface_$f : !llvm.ptr"; done
        echo '    llvm.call @drive(%rows, %elements, %add, %replace) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()'
        printf '    llvm.return\n  }\n}\n'
    } >>"$work/$form.llvm"
    WANT="$work/want" mlir-cpu-runner-19 -O1 -e main -entry-point-result=void -shared-libs="$libraries" "$work/$form.llvm" >"$work/said" || bad=1
    sed "s/^/$form: /" "$work/said"
    grep -q "the interpreter's numbers: 1024 calls" "$work/said" || bad=1
done
exit $bad
