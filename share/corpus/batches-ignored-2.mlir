// Misread: batching dimensions stay at 0. After tillahoffmann/jax-mps#60.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<2x1x1x2xi32>
  %1 = stablehlo.constant dense<[[[0]], [[1]]]> : tensor<2x1x1xi32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x1x1xi32>, tensor<2x1x1x2xi32>) -> tensor<2x1x1xi32>
  check.expect_eq_const %2, dense<[[[0]], [[1]]]> : tensor<2x1x1xi32>
  return
}
