// A negative index of a gather becomes 0: it does not count from the end. After tensorflow/tensorflow#119991.
func.func @main() {
  %x = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %i = stablehlo.constant dense<[-1, 0, 2]> : tensor<3xi32>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>
    : (tensor<4xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[10, 10, 30]> : tensor<3xi32>
  return
}
