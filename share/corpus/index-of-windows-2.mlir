// Misread: an index counts windows, not elements. After tenstorrent/tt-mlir#8982.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0.000000e+00, 0.000000e+00]], [[0.000000e+00, 0.000000e+00]], [[0.000000e+00, 2.000000e+00]], [[1.000000e+00, 0.000000e+00]]]> : tensor<4x1x2xf32>
  %1 = stablehlo.constant dense<[[[0, 1, 0]]]> : tensor<1x1x3xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [1], start_index_map = [1, 0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 1>}> : (tensor<4x1x2xf32>, tensor<1x1x3xi32>) -> tensor<1x1x2x1xf32>
  check.expect_eq_const %2, dense<0.000000e+00> : tensor<1x1x2x1xf32>
  return
}
