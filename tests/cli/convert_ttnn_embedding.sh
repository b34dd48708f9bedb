# garner convert --to=ttnn of takes of whole slices: ttnn.embedding, as tt-mlir lowers them; and out of it again.
. "$(dirname "$0")/common.sh"

# becomes NAME: the program on standard input converts with the same bits and nothing foreign.
becomes() {
    cat >"$dir/$1.mlir"
    expect 0 convert --to=ttnn --verify-equivalence --strict-target "$dir/$1.mlir"
    says err 'same bits in'
}
counts() { # counts TEXT N
    [ "$(grep -cF -- "$1" "$dir/out")" = "$2" ] || fail "$2 times '$1' is expected"
}

# Rows of a table by a list, and by a table, of ids: one op, and what the clamp takes.
becomes list <<'END'
func.func @main(%t: tensor<100x64xbf16>, %i: tensor<15xi32>) -> tensor<15x64xbf16> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>}> : (tensor<100x64xbf16>, tensor<15xi32>) -> tensor<15x64xbf16>
  return %0 : tensor<15x64xbf16>
}
END
says out '"ttnn.embedding"(%4, %arg0) : (tensor<15xui32>, tensor<100x64xbf16>) -> tensor<15x64xbf16>'
counts 'ttnn.repeat' 0
becomes table <<'END'
func.func @main(%t: tensor<10x8xf32>, %i: tensor<2x3xi32>) -> tensor<2x3x8xf32> {
  %0 = "onnx.Gather"(%t, %i) {axis = 0 : si64} : (tensor<10x8xf32>, tensor<2x3xi32>) -> tensor<2x3x8xf32>
  return %0 : tensor<2x3x8xf32>
}
END
says out '(tensor<2x3xui32>, tensor<10x8xf32>) -> tensor<2x3x8xf32>'
# ui16 is gather's, ids are ui32.
becomes narrow_ids <<'END'
func.func @main(%t: tensor<10x8xf32>, %i: tensor<3xui16>) -> tensor<3x8xf32> {
  %0 = "ttnn.embedding"(%i, %t) : (tensor<3xui16>, tensor<10x8xf32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}
END
says out '(tensor<3xui32>, tensor<10x8xf32>) -> tensor<3x8xf32>'
# Ids of three dimensions are one list, slices of two are one row.
becomes ranks <<'END'
func.func @main(%t: tensor<10x4x2xf32>, %i: tensor<2x1x3xi32>) -> tensor<2x1x3x4x2xf32> {
  %0 = "onnx.Gather"(%t, %i) {axis = 0 : si64} : (tensor<10x4x2xf32>, tensor<2x1x3xi32>) -> tensor<2x1x3x4x2xf32>
  return %0 : tensor<2x1x3x4x2xf32>
}
END
says out '(tensor<6xui32>, tensor<10x8xf32>) -> tensor<6x8xf32>'
# Another dimension comes to the front, and back in what was taken; one id is a list of one.
becomes inner <<'END'
func.func @main(%t: tensor<4x10x2xf32>, %i: tensor<3xi32>) -> tensor<4x3x2xf32> {
  %0 = "onnx.Gather"(%t, %i) {axis = 1 : si64} : (tensor<4x10x2xf32>, tensor<3xi32>) -> tensor<4x3x2xf32>
  return %0 : tensor<4x3x2xf32>
}
END
says out '(tensor<3xui32>, tensor<10x8xf32>) -> tensor<3x8xf32>'
counts 'ttnn.permute' 2
becomes last <<'END'
func.func @main(%t: tensor<4x10xf32>, %i: tensor<2x3xi32>) -> tensor<4x2x3xf32> {
  %0 = "onnx.Gather"(%t, %i) {axis = 1 : si64} : (tensor<4x10xf32>, tensor<2x3xi32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}
END
says out '(tensor<2x3xui32>, tensor<10x4xf32>) -> tensor<2x3x4xf32>'
becomes one <<'END'
func.func @main(%t: tensor<10x8xf32>, %i: tensor<i32>) -> tensor<8xf32> {
  %0 = "onnx.Gather"(%t, %i) {axis = 0 : si64} : (tensor<10x8xf32>, tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
END
says out '(tensor<1xui32>, tensor<10x8xf32>) -> tensor<1x8xf32>'
# Several coordinates are one row-major number of a longer table.
becomes pairs <<'END'
func.func @main(%t: tensor<8x5x7xf32>, %i: tensor<4x2xi32>) -> tensor<4x7xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 7>}> : (tensor<8x5x7xf32>, tensor<4x2xi32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}
END
says out '(tensor<4xui32>, tensor<40x7xf32>) -> tensor<4x7xf32>'
# Single elements of a list are ttnn.gather's.
becomes elements <<'END'
func.func @main(%t: tensor<10xf32>, %i: tensor<2x3xi32>) -> tensor<2x3xf32> {
  %0 = "onnx.Gather"(%t, %i) {axis = 0 : si64} : (tensor<10xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
END
says out '<{dim = 0 : i32}> : (tensor<10xf32>, tensor<6xui32>) -> tensor<6xf32>'
counts 'ttnn.embedding' 0

# Out of ttnn: a take of rows in every dialect.
cat >"$dir/out.mlir" <<'END'
func.func @main(%i: tensor<2x4xi32>, %w: tensor<1x5x3xbf16>) -> tensor<2x4x3xbf16> {
  %0 = "ttnn.embedding"(%i, %w) : (tensor<2x4xi32>, tensor<1x5x3xbf16>) -> tensor<2x4x3xbf16>
  return %0 : tensor<2x4x3xbf16>
}
END
for to in stablehlo tensor tcp onnx torch ttnn nvl; do
    expect 0 convert --to=$to --verify-equivalence --strict-target "$dir/out.mlir"
    says err 'same bits in'
done
expect 0 convert --to=onnx "$dir/out.mlir"
says out 'onnx.Gather'
sed 's/bf16/si32/g' "$dir/out.mlir" >"$dir/signed.mlir"
expect 3 convert --to=onnx "$dir/signed.mlir"
says err "'ttnn.embedding' has a tensor of a shape that is not known, or of si32, which is ttnn's alone"

# The bounds of a clamp and of padding as tt-mlir has them.
becomes clamped <<'END'
func.func @main(%x: tensor<4x3xf32>, %lo: tensor<f32>, %hi: tensor<4x3xf32>, %j: tensor<4xi32>, %t: tensor<6x3xbf16>) -> (tensor<4x3xf32>, tensor<4x3xbf16>) {
  %0 = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %five = stablehlo.constant dense<5> : tensor<i64>
  %w = stablehlo.convert %j : (tensor<4xi32>) -> tensor<4xi64>
  %c = stablehlo.clamp %zero, %w, %five : (tensor<i64>, tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  %1 = "stablehlo.gather"(%t, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<6x3xbf16>, tensor<4xi64>) -> tensor<4x3xbf16>
  return %0, %1 : tensor<4x3xf32>, tensor<4x3xbf16>
}
END
counts 'ttnn.minimum' 2
becomes padded <<'END'
func.func @main(%x: tensor<2xi32>) -> tensor<5xi32> {
  %v = stablehlo.constant dense<-7> : tensor<i32>
  %0 = stablehlo.pad %x, %v, low = [1], high = [2], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<5xi32>
  return %0 : tensor<5xi32>
}
END
says out 'value = -7.000000e+00 : f32'
finish
