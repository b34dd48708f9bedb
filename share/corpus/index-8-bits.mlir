// Misread: indices are cut to 8 bits. After openxla/xla#48718.
func.func @main() {
  %0 = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00], [1.000000e+00, 0.000000e+00]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<255> : tensor<2x1xi32>
  %2 = stablehlo.constant dense<1> : tensor<2xi32>
  %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<2x2xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2xf32>
  check.expect_eq_const %3, dense<[1.000000e+00, 0.000000e+00]> : tensor<2xf32>
  return
}
