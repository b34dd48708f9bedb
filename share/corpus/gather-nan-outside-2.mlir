// Misread: an index out of range gives NaN, not the nearest in range. After tensorflow/tensorflow#115255.
func.func @main() {
  %0 = stablehlo.constant dense<0.000000e+00> : tensor<1x1xf32>
  %1 = stablehlo.constant dense<1> : tensor<1x2xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x1xf32>, tensor<1x2xi32>) -> tensor<1x1xf32>
  check.expect_eq_const %2, dense<0.000000e+00> : tensor<1x1xf32>
  return
}
