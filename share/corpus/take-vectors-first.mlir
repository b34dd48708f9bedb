// Index vectors stand along the first dimension: (0, 2) and (1, 0). After jax-ml/jax#463.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %i = stablehlo.constant dense<[[0, 1], [2, 0]]> : tensor<2x2xi32>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}>
    : (tensor<3x3xi32>, tensor<2x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[3, 4]> : tensor<2xi32>
  return
}
