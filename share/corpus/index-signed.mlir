// Misread: unsigned indices are read as signed. After KhronosGroup/glslang#3948.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0, 0, 0]], [[2147483648, 0, 0]]]> : tensor<2x1x3xui32>
  %1 = stablehlo.constant dense<[[[0.000000e+00, 1.000000e+00, 0.000000e+00]], [[1.000000e+00, 0.000000e+00, 0.000000e+00]]]> : tensor<2x1x3xf32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x1x3xf32>, tensor<2x1x3xui32>) -> tensor<2x1xf32>
  check.expect_eq_const %2, dense<[[0.000000e+00], [1.000000e+00]]> : tensor<2x1xf32>
  return
}
