// The index 200 of 8 bits without a sign is in range, and is not -56. After openxla/xla#48717.
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<300xi32>
  %i = stablehlo.constant dense<[200, 1]> : tensor<2xui8>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>
    : (tensor<300xi32>, tensor<2xui8>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[200, 1]> : tensor<2xi32>
  return
}
