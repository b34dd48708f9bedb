// Misread: NaN becomes 0. After iree-org/iree#24502.
func.func @main() {
  %0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %1 = stablehlo.sign %0 : tensor<f32>
  %expected0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  check.expect_close %1, %expected0, max_ulp_difference = 0 : tensor<f32>, tensor<f32>
  return
}
