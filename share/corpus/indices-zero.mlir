// Misread: every index is read as 0. After tensorflow/tensorflow#12911.
func.func @main() {
  %0 = stablehlo.constant dense<[[[2, 0]]]> : tensor<1x1x2xi32>
  %1 = stablehlo.constant dense<[[0], [1], [2]]> : tensor<3x1xi32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 3], start_index_map = [0]>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x1xi32>, tensor<1x1x2xi32>) -> tensor<1x1x2x1xi32>
  check.expect_eq_const %2, dense<[[[[2], [0]]]]> : tensor<1x1x2x1xi32>
  return
}
