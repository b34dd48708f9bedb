// Misread: elements of a window that are outside are zeros; the window is not moved. After tenstorrent/tt-mlir#9211.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<2x1x2xi32>
  %1 = stablehlo.constant dense<1> : tensor<2x2xi32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 2>}> : (tensor<2x2xi32>, tensor<2x1x2xi32>) -> tensor<2x2x2x2xi32>
  check.expect_eq_const %2, dense<1> : tensor<2x2x2x2xi32>
  return
}
