// Misread: a negative index is taken as its magnitude. After apache/tvm#20217.
func.func @main() {
  %0 = stablehlo.constant dense<-1> : tensor<3x1x1xi32>
  %1 = stablehlo.constant dense<[[[0, 0, 0], [0, 0, 0], [0, 1, 0]]]> : tensor<1x3x3xi32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 2], start_index_map = [2, 0, 1]>, slice_sizes = array<i64: 1, 3, 1>}> : (tensor<1x3x3xi32>, tensor<3x1x1xi32>) -> tensor<3x1x1xi32>
  check.expect_eq_const %2, dense<0> : tensor<3x1x1xi32>
  return
}
