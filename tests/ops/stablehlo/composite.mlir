// StableHLO spec, composite: what its decomposition does, here to rows that a gather takes.

func.func private @twice_the_rows(%x: tensor<3x2xi32>, %i: tensor<2x1xi32>) -> tensor<2x2xi32> {
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}>
      : (tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  %0 = stablehlo.add %r, %r : tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

func.func @rows() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %0 = stablehlo.composite "my.twice_the_rows" %x, %i {decomposition = @twice_the_rows} : (tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[10, 12], [2, 4]]> : tensor<2x2xi32>
  return
}
