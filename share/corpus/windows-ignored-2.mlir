// Misread: every element of a window is its first. After hw-native-sys/pypto#1182.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0], [1]]]> : tensor<1x2x1xi32>
  %1 = stablehlo.constant dense<0> : tensor<1x2xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [2], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2, 1>}> : (tensor<1x2x1xi32>, tensor<1x2xi32>) -> tensor<1x1x2xi32>
  check.expect_eq_const %2, dense<[[[0, 1]]]> : tensor<1x1x2xi32>
  return
}
