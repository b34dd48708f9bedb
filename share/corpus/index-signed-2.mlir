// Misread: unsigned indices are read as signed. After KhronosGroup/glslang#3948.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0.000000e+00, 1.000000e+00]]]> : tensor<1x1x2xf32>
  %1 = stablehlo.constant dense<[[[0, 32768]]]> : tensor<1x1x2xui16>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x1x2xf32>, tensor<1x1x2xui16>) -> tensor<1x1xf32>
  check.expect_eq_const %2, dense<1.000000e+00> : tensor<1x1xf32>
  return
}
