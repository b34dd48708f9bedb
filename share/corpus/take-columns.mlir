// Columns are taken, and stay columns. After openvinotoolkit/openvino#30054.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %i = stablehlo.constant dense<[2, 0, 0]> : tensor<3xi32>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 3, 1>}>
    : (tensor<3x3xi32>, tensor<3xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %r, dense<[[3, 1, 1], [6, 4, 4], [9, 7, 7]]> : tensor<3x3xi32>
  return
}
