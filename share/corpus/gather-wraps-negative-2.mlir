// Misread: a negative index counts from the end. After tensorflow/tensorflow#119991.
func.func @main() {
  %0 = stablehlo.constant dense<-1> : tensor<3xi32>
  %1 = stablehlo.constant dense<[[[[0]]], [[[1]]]]> : tensor<2x1x1x1xi32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1, 2]>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<2x1x1x1xi32>, tensor<3xi32>) -> tensor<1x1xi32>
  check.expect_eq_const %2, dense<0> : tensor<1x1xi32>
  return
}
