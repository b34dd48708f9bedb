// Misread: of NaN and a number the number stays. After mindspore-ai/mindspore#391.
func.func @main() {
  %0 = stablehlo.constant dense<[[1.000000e+00, 0x7FC00000], [2.000000e+00, 3.000000e+00]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  %expected0 = stablehlo.constant dense<[0x7FC00000, 3.000000e+00]> : tensor<2xf32>
  check.expect_close %2, %expected0, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  return
}
