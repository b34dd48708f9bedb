#!/bin/sh
# bytecode.sh BUILD - the envelope of MLIR's bytecode against mlir-opt-19: files that it writes, in every version of the file, are read into
# records and written from them; it prints what comes out as it prints its own. 77: it is not installed.
set -u
build=$1
here=$(cd "$(dirname "$0")" && pwd)
command -v mlir-opt-19 >/dev/null || { echo "no mlir-opt-19"; exit 77; }
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cat >"$temp/mixed.mlir" <<'END'
module @named attributes {a.unit, a.map = affine_map<(d0) -> (d0)>} {
  func.func @loop(%n: index, %m: memref<?xf32>) -> f32 {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %init = arith.constant 0.0 : f32
    %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %init) -> f32 {
      %x = memref.load %m[%i] : memref<?xf32>
      %y = arith.addf %acc, %x : f32
      scf.yield %y : f32
    }
    return %sum : f32
  }
  func.func private @declared(i32, tensor<?x3xf64>) -> (i1, i128)
  func.func @blocks(%c: i1, %v: i32) -> i32 {
    cf.cond_br %c, ^a(%v : i32), ^b
  ^a(%x: i32):
    %t = "who.knows"(%x) <{p = 1 : i8}> ({
      %u = "who.else"(%x) : (i32) -> i32
      "who.ends"(%u) : (i32) -> ()
    }, {
    }) {q = dense<[1, 2]> : tensor<2xi16>} : (i32) -> i32 loc("x.py":1:2)
    cf.br ^b
  ^b:
    %three:3 = "who.gives"() : () -> (i32, i64, index)
    "who.takes"(%three#2, %three#0, %three#0) : (index, i32, i32) -> ()
    return %v : i32
  }
}
END
status=0
for file in "$temp/mixed.mlir" "$here/../../examples/lowered_gather.mlir"; do
    for version in 0 1 2 3 4 5 6; do
        mlir-opt-19 --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=$version "$file" -o "$temp/a.bc" 2>"$temp/err" || continue
        mlir-opt-19 --allow-unregistered-dialect --mlir-print-debuginfo "$temp/a.bc" >"$temp/a.txt" 2>/dev/null || continue
        "$build/tests/bytecode_copy" <"$temp/a.bc" >"$temp/b.bc" || { echo "$file, version $version: not read"; status=1; continue; }
        mlir-opt-19 --allow-unregistered-dialect --mlir-print-debuginfo "$temp/b.bc" >"$temp/b.txt" ||
            { echo "$file, version $version: mlir-opt does not read what was written"; status=1; continue; }
        cmp "$temp/a.txt" "$temp/b.txt" || { echo "$file, version $version: another program"; status=1; }
        echo "$(basename "$file") version $version"
    done
done
exit $status
