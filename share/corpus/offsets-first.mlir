// Misread: the window's dimensions come first in the result. After openvinotoolkit/openvino#30054.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<1x1x2xi32>
  %1 = stablehlo.constant dense<[[0, 1]]> : tensor<1x2xi32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], start_index_map = [0]>, slice_sizes = array<i64: 1, 2>}> : (tensor<1x2xi32>, tensor<1x1x2xi32>) -> tensor<1x2x1x2xi32>
  check.expect_eq_const %2, dense<[[[[0, 1]], [[0, 1]]]]> : tensor<1x2x1x2xi32>
  return
}
