// An index of a gather past the end becomes the last. After tenstorrent/tt-mlir#9211.
func.func @main() {
  %x = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %i = stablehlo.constant dense<[1, 4, 9]> : tensor<3xi32>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>
    : (tensor<4xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[20, 40, 40]> : tensor<3xi32>
  return
}
