// Misread: the components of an index vector are taken to lie side by side in memory. After apache/tvm#5229.
func.func @main() {
  %0 = stablehlo.constant dense<[[0, 0, 0], [0, 1, 0]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[[[0]], [[1]]]> : tensor<2x1x1xi32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [0, 1]>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x1x1xi32>, tensor<2x3xi32>) -> tensor<1x1x3xi32>
  check.expect_eq_const %2, dense<0> : tensor<1x1x3xi32>
  return
}
