// Misread: an index out of range is taken modulo the extent. After cupy/cupy#10166.
func.func @main() {
  %0 = stablehlo.constant dense<[[[[1, 0]]]]> : tensor<1x1x1x2xi32>
  %1 = stablehlo.constant dense<[[[0, 0, 0, 2]]]> : tensor<1x1x4xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], collapsed_slice_dims = [0], start_index_map = [0, 1, 2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x1x1x2xi32>, tensor<1x1x4xi32>) -> tensor<1x1x1x1x1xi32>
  check.expect_eq_const %2, dense<0> : tensor<1x1x1x1x1xi32>
  return
}
