// Each row of the indices is for the same row of the operand. After tillahoffmann/jax-mps#60.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %i = stablehlo.constant dense<[[2], [0], [1]]> : tensor<3x1xi32>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}>
    : (tensor<3x3xi32>, tensor<3x1xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[3, 4, 8]> : tensor<3xi32>
  return
}
