// Misread: indices are read as unsigned. After openvinotoolkit/openvino#1570.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0, 0, 0, -1], [0, 0, 0, 0]], [[0, 0, 0, 0], [0, 0, 0, -2]]]> : tensor<2x2x4xi32>
  %1 = stablehlo.constant dense<[[[[0, 1, 2]]]]> : tensor<1x1x1x3xi32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0, 1], start_index_map = [0, 1, 2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x1x1x3xi32>, tensor<2x2x4xi32>) -> tensor<2x1x2x1xi32>
  check.expect_eq_const %2, dense<0> : tensor<2x1x2x1xi32>
  return
}
