// Misread: indices go through f32, and what f32 cannot hold becomes the lowest integer. After RosettaCommons/foundry#236.
func.func @main() {
  %0 = stablehlo.constant dense<[[[1.000000e+00]], [[0.000000e+00]]]> : tensor<2x1x1xf32>
  %1 = stablehlo.constant dense<[[[0, 2147483647, 0]]]> : tensor<1x1x3xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [1, 0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x1x1xf32>, tensor<1x1x3xi32>) -> tensor<1x1x1x1xf32>
  check.expect_eq_const %2, dense<0.000000e+00> : tensor<1x1x1x1xf32>
  return
}
