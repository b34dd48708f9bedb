// A window that does not fit is moved as a whole, not each of its elements. After openxla/stablehlo#1541.
func.func @main() {
  %x = stablehlo.constant dense<[10, 20, 30, 40, 50]> : tensor<5xi32>
  %i = stablehlo.constant dense<[4, -3, 1]> : tensor<3xi32>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2>}>
    : (tensor<5xi32>, tensor<3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[40, 50], [10, 20], [20, 30]]> : tensor<3x2xi32>
  return
}
