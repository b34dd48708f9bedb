// Functions for lowered_strided.c: of matrices, whose arguments and results have any strides once they are lowered.

// Rows of a table; an index out of range is moved to the nearest that fits.
func.func @rows(%x: tensor<5x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<4x1xi64>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// Elements of the first column; an index out of range is an error.
func.func @elements(%x: tensor<5x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x3xf32>) -> tensor<4x1xf32> {
  %r = "onnx.GatherElements"(%x, %i) {axis = 0 : si64} : (tensor<5x3xf32>, tensor<4x1xi64>) -> tensor<4x1xf32>
  return %r : tensor<4x1xf32>
}

// Rows that are added where they go to; those out of range are dropped.
func.func @add(%x: tensor<5x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x3xf32>) -> tensor<5x3xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<4x1xi64>, tensor<4x3xf32>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// Rows, negated, take the place of others; an index out of range is an error.
func.func @replace(%x: tensor<5x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x3xf32>) -> tensor<5x3xf32> {
  %n = stablehlo.negate %u : tensor<4x3xf32>
  %r = "onnx.ScatterND"(%x, %i, %n) {reduction = "none"} : (tensor<5x3xf32>, tensor<4x1xi64>, tensor<4x3xf32>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}
