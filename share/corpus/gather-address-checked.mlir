// Misread: bounds are checked of the address, not of each dimension: a row's end runs into the next. After tenstorrent/tt-mlir#9211.
func.func @main() {
  %0 = stablehlo.constant dense<[[1, 0, 0], [0, 0, 1]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<1.000000e+00> : tensor<1x2x1xf32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [0], start_index_map = [2, 1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x2x1xf32>, tensor<2x3xi32>) -> tensor<1x2x1xf32>
  check.expect_eq_const %2, dense<1.000000e+00> : tensor<1x2x1xf32>
  return
}
