# open.sh - ops that garner does not know or does not run: kept by every command, refused by a run that reaches one.
. "$(dirname "$0")/common.sh"
open="--allow-unregistered-dialect"

# A run ends at the op, and says where it is.
cat >"$dir/run.mlir" <<'END'
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = "foo.bar"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
END
expect 3 run $open "$dir/run.mlir"
says err "run.mlir:3:8: error: 'foo.bar' cannot run: garner does not know what it means"
sed 's/"foo.bar"/"tensor.bar"/' "$dir/run.mlir" >"$dir/known.mlir"
expect 3 run $open "$dir/known.mlir"
says err "known.mlir:3:8: error: 'tensor.bar' cannot run: garner does not know what it means"
expect 3 check "$dir/known.mlir"
says err "unregistered operation 'tensor.bar' found in dialect ('tensor') that does not allow unknown operations"
expect 0 check $open "$dir/known.mlir"
sed 's/"foo.bar"(%x) : (tensor<2xf32>) -> /math.erfc %x : /' "$dir/run.mlir" >"$dir/read.mlir"
expect 3 run "$dir/read.mlir"
says err "read.mlir:3:8: error: math.erfc: cannot run: garner reads it and does not know how to run it"

# A row that is reached by none does no harm.
cat >"$dir/two.mlir" <<'END'
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %x : tensor<2xf32>
}
func.func private @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tosa.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
END
expect 0 run "$dir/two.mlir"
says out "dense<[1.000000e+00, 2.000000e+00]>"

# Custom syntax that can not be read: which dialect's, and what to do.
printf 'func.func @f(%%x: i32) {\n  foo.bar %%x : i32\n  return\n}\n' >"$dir/custom.mlir"
for options in "" $open; do
    expect 3 check $options "$dir/custom.mlir"
    says err "custom.mlir:2:3: error: Dialect \`foo' not found for custom op 'foo.bar': print it with --mlir-print-op-generic"
done
printf 'func.func @f(%%x: i32) {\n  check.bar %%x : i32\n  return\n}\n' >"$dir/custom.mlir"
expect 3 check $open "$dir/custom.mlir"
says err "custom op 'check.bar' is unknown: print it with --mlir-print-op-generic"
printf 'func.func @f(%%x: f32) -> f32 {\n  %%0 = math.bar %%x : f32\n  return %%0 : f32\n}\n' >"$dir/custom.mlir"
expect 3 check "$dir/custom.mlir"
says err "custom op 'math.bar' is unknown: under --allow-unregistered-dialect it is kept as it is"
expect 0 print $open "$dir/custom.mlir"
says out '%0 = "math.bar"(%arg0) : (f32) -> f32'

# Types in every form of text.
cat >"$dir/types.mlir" <<'END'
func.func @f(%x: f32, %v: vector<4xf32>) {
  %0 = vector.a %x : f32 to vector<4xf32>
  %1 = vector.b %x, %0 : f32, vector<4xf32> into vector<2xf32>
  %2 = vector.c %v : f32 from vector<4xf32>
  %3:2 = vector.d %x, %v : (f32, vector<4xf32>) -> (f32, vector<4xf32>)
  vector.e %x, %3#1 {k = 1 : i8} : f32, vector<4xf32>
  %4 = vector.f : vector<4xf32>
  vector.g
  return
}
END
expect 0 print $open "$dir/types.mlir"
says out '"vector.a"(%arg0) : (f32) -> vector<4xf32>'
says out '"vector.b"(%arg0, %0) : (f32, vector<4xf32>) -> vector<2xf32>'
says out '"vector.c"(%arg1) : (vector<4xf32>) -> f32'
says out '%3:2 = "vector.d"(%arg0, %arg1) : (f32, vector<4xf32>) -> (f32, vector<4xf32>)'
says out '"vector.e"(%arg0, %3#1) {k = 1 : i8} : (f32, vector<4xf32>) -> ()'
says out '"vector.f"() : () -> vector<4xf32>'
says out '"vector.g"() : () -> ()'

# Conversions keep what they do not know, and say so.
cat >"$dir/convert.mlir" <<'END'
func.func @f(%x: tensor<8x4xf32>, %i: tensor<2xi32>) -> tensor<2x4xf32> {
  %0 = mhlo.copy %x : tensor<8x4xf32>
  %1 = "mhlo.torch_index_select"(%0, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<8x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
END
expect 0 convert $open --to=onnx "$dir/convert.mlir"
says out '"mhlo.copy"(%arg0) : (tensor<8x4xf32>) -> tensor<8x4xf32>'
says err "'mhlo.copy' has no counterpart in onnx and stays"

# Vectors of fixed extents are computed with; others are not.
printf 'func.func @main() -> vector<2xf32> {\n  %%c = arith.constant dense<[1.0, 3.0]> : vector<2xf32>\n  %%d = arith.addf %%c, %%c : vector<2xf32>\n  return %%d : vector<2xf32>\n}\n' >"$dir/vector.mlir"
expect 0 run "$dir/vector.mlir"
says out "dense<[2.000000e+00, 6.000000e+00]>"
sed 's/dense<\[1.0, 3.0\]>/dense<2.0>/; s/vector<2x/vector<[2]x/g' "$dir/vector.mlir" >"$dir/scalable.mlir"
expect 0 check "$dir/scalable.mlir"
expect 3 run "$dir/scalable.mlir"
says err "scalable.mlir:2:"

# Blocks are handed what they take.
cat >"$dir/branch.mlir" <<'END'
func.func @f(%x: i32, %c: i1) {
  cf.cond_br %c, ^bb1(%x : i32), ^bb2
^bb1(%a: i64):
  cf.br ^bb2
^bb2:
  return
}
END
expect 3 check "$dir/branch.mlir"
says err "branch.mlir:2:3: error: 'cf.cond_br' op type mismatch for bb argument #0 of successor #0"
sed 's/(%a: i64)//' "$dir/branch.mlir" >"$dir/count.mlir"
expect 3 check "$dir/count.mlir"
says err "'cf.cond_br' op branch has 1 operands for successor #0, but target block has 0"
finish
