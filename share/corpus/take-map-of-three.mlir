// The components of (2, 3, 1) are for dimensions 1, 2 and 0: a map that is not its own inverse. After iree-org/iree#24871.
func.func @main() {
  %n = stablehlo.iota dim = 0 : tensor<24xi32>
  %x = stablehlo.reshape %n : (tensor<24xi32>) -> tensor<2x3x4xi32>
  %i = stablehlo.constant dense<[[2, 3, 1], [0, 1, 0]]> : tensor<2x3xi32>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 2, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}>
    : (tensor<2x3x4xi32>, tensor<2x3xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[23, 1]> : tensor<2xi32>
  return
}
