// Misread: the indices' memory is read with their first dimension as the fastest. After pytorch/pytorch#129093.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0, 0], [1, 0]]]> : tensor<1x2x2xi32>
  %1 = stablehlo.constant dense<[[[0, 1], [0, 1]]]> : tensor<1x2x2xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 3], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x2x2xi32>, tensor<1x2x2xi32>) -> tensor<1x1x2x1xi32>
  check.expect_eq_const %2, dense<1> : tensor<1x1x2x1xi32>
  return
}
