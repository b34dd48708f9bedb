// Misread: the window's dimensions come last in the result. After openvinotoolkit/openvino#30054.
func.func @main() {
  %0 = stablehlo.constant dense<[[[[0.000000e+00, 0.000000e+00], [1.000000e+00, 0.000000e+00]]]]> : tensor<1x1x2x2xf32>
  %1 = stablehlo.constant dense<0> : tensor<2x3xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [2, 1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 2, 1>}> : (tensor<1x1x2x2xf32>, tensor<2x3xi32>) -> tensor<1x1x2x2xf32>
  check.expect_eq_const %2, dense<[[[[0.000000e+00, 0.000000e+00], [1.000000e+00, 0.000000e+00]]]]> : tensor<1x1x2x2xf32>
  return
}
