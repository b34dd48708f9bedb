// Misread: every index is read as 0. After tensorflow/tensorflow#12911.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0], [0]], [[0], [5]]]> : tensor<2x2x1xi32>
  %1 = stablehlo.constant dense<[[1.000000e+00, 0.000000e+00]]> : tensor<1x2xf32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1]>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x2xf32>, tensor<2x2x1xi32>) -> tensor<2x1x1xf32>
  check.expect_eq_const %2, dense<[[[1.000000e+00]], [[0.000000e+00]]]> : tensor<2x1x1xf32>
  return
}
