# garner convert --to=tensor, and back; what is expected is by hand.
. "$(dirname "$0")/common.sh"

cat >"$dir/in.mlir" <<'END'
// Dims that are indexed need not lead, and windows are whole: as it is.
func.func @gather(%x: tensor<4x5x6xf32>, %i: tensor<3x7x2xi32>) -> tensor<3x7x5xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 2], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 5, 1>}> : (tensor<4x5x6xf32>, tensor<3x7x2xi32>) -> tensor<3x7x5xf32>
  return %0 : tensor<3x7x5xf32>
}
// arith has no unsigned integers.
func.func @unsigned(%x: tensor<4xf32>, %i: tensor<3x1xui32>) -> tensor<3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<3x1xui32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @scatter(%x: tensor<4x5xf32>, %i: tensor<3x1xi64>, %u: tensor<3x4xf32>) -> tensor<4x5xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<3x1xi64>, tensor<3x4xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
END
cat >"$dir/want.mlir" <<'END'
func.func @gather(%arg0: tensor<4x5x6xf32>, %arg1: tensor<3x7x2xi32>) -> tensor<3x7x5xf32> {
  %0 = tensor.gather %arg0[%arg1] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<3x7x2xi32>) -> tensor<3x7x5xf32>
  return %0 : tensor<3x7x5xf32>
}
func.func @unsigned(%arg0: tensor<4xf32>, %arg1: tensor<3x1xui32>) -> tensor<3xf32> {
  %0 = tensor.bitcast %arg1 : tensor<3x1xui32> to tensor<3x1xi32>
  %1 = arith.extui %0 : tensor<3x1xi32> to tensor<3x1xi64>
  %2 = tensor.gather %arg0[%1] gather_dims([0]) : (tensor<4xf32>, tensor<3x1xi64>) -> tensor<3xf32>
  return %2 : tensor<3xf32>
}
func.func @scatter(%arg0: tensor<4x5xf32>, %arg1: tensor<3x1xi64>, %arg2: tensor<3x4xf32>) -> tensor<4x5xf32> {
  %0 = tensor.scatter %arg2 into %arg0[%arg1] scatter_dims([1]) unique : (tensor<3x4xf32>, tensor<4x5xf32>, tensor<3x1xi64>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
END
expect 0 convert --to=tensor --assume-in-bounds "$dir/in.mlir"
diff "$dir/want.mlir" "$dir/out" || fail "gathers and scatters that are tensor's already do not come out as they are"

# A scatter without the promise (ML-5), and one that combines (ML-8).
sed 's/, unique_indices = true//; /@gather/,/^}/d; /@unsigned/,/^}/d' "$dir/in.mlir" >"$dir/nonunique.mlir"
for flag in --quiet --allow-nonunique-scatter; do
    expect 0 convert --to=tensor --assume-in-bounds $flag "$dir/nonunique.mlir"
    says out 'scatter %arg2 into %arg0[%arg1] coordinates = [1] : tensor<3x4xf32> into tensor<4x5xf32>[tensor<3x1xi64>] -> tensor<4x5xf32>'
done

# Padding by a constant is the hub's pad, which other dialects have; tensor keeps its own.
cat >"$dir/pad.mlir" <<'END'
func.func @main(%arg0: tensor<2x2xf32>) -> tensor<3x4xf32> {
  %0 = arith.constant 5.000000e-01 : f32
  %1 = tensor.pad %arg0 low[1, 0] high[0, 2] {
  ^bb0(%arg1: index, %arg2: index):
    tensor.yield %0 : f32
  } : tensor<2x2xf32> to tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}
END
expect 0 convert --to=tensor "$dir/pad.mlir"
says out 'tensor.pad %arg0 low[1, 0] high[0, 2]'
expect 0 convert --to=stablehlo --verify-equivalence "$dir/pad.mlir"
says out 'stablehlo.pad %arg0, '
expect 0 convert --to=onnx --strict-target --verify-equivalence "$dir/pad.mlir"

# What is a slice that is inserted stays one, whatever of it is a number.
cat >"$dir/insert.mlir" <<'END'
func.func @main(%arg0: tensor<2x2xf32>, %arg1: tensor<4x5xf32>, %arg2: index) -> tensor<4x5xf32> {
  %0 = tensor.insert_slice %arg0 into %arg1[1, 3] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x5xf32>
  %1 = tensor.insert_slice %arg0 into %0[%arg2, 0] [2, 2] [1, 2] : tensor<2x2xf32> into tensor<4x5xf32>
  return %1 : tensor<4x5xf32>
}
END
expect 0 convert --to=tensor "$dir/insert.mlir"
diff "$dir/insert.mlir" "$dir/out" || fail "tensor.insert_slice does not come out as it is"
silent err

# Helper ops are read: what is here a transpose, a broadcast and a slice is one there.
cat >"$dir/back.mlir" <<'END'
func.func @main(%x: tensor<2x3xf32>) -> tensor<3x4x2xf32> {
  %e = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  %f = tensor.empty() : tensor<3x5x2xf32>
  %b = linalg.broadcast ins(%t : tensor<3x2xf32>) outs(%f : tensor<3x5x2xf32>) dimensions = [1]
  %s = tensor.extract_slice %b[0, 1, 0] [3, 4, 2] [1, 1, 1] : tensor<3x5x2xf32> to tensor<3x4x2xf32>
  return %s : tensor<3x4x2xf32>
}
END
cat >"$dir/want.mlir" <<'END'
func.func @main(%arg0: tensor<2x3xf32>) -> tensor<3x4x2xf32> {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<3x2xf32>) -> tensor<3x5x2xf32>
  %2 = stablehlo.slice %1 [0:3, 1:5, 0:2] : (tensor<3x5x2xf32>) -> tensor<3x4x2xf32>
  return %2 : tensor<3x4x2xf32>
}
END
expect 0 convert --to=stablehlo --no-raise "$dir/back.mlir"
diff "$dir/want.mlir" "$dir/out" || fail "tensor's helper ops in StableHLO"
finish
