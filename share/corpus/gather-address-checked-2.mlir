// Misread: bounds are checked of the address, not of each dimension: a row's end runs into the next. After tenstorrent/tt-mlir#9211.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<2x1xi32>
  %1 = stablehlo.constant dense<1> : tensor<1x1x2x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1]>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x1xi32>, tensor<1x1x2x1xi32>) -> tensor<1x1x2x1xi32>
  check.expect_eq_const %2, dense<1> : tensor<1x1x2x1xi32>
  return
}
