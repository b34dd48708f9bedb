// Misread: the window's dimensions come first in the result. After openvinotoolkit/openvino#30054.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<2x2xi32>
  %1 = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00]]> : tensor<2x2xf32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], start_index_map = [0, 1]>, slice_sizes = array<i64: 2, 2>}> : (tensor<2x2xf32>, tensor<2x2xi32>) -> tensor<2x2x2xf32>
  check.expect_eq_const %2, dense<[[[0.000000e+00, 1.000000e+00], [0.000000e+00, 1.000000e+00]], [[0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00]]]> : tensor<2x2x2xf32>
  return
}
