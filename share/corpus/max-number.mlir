// Misread: of NaN and a number the number stays. After tracel-ai/burn#4814.
func.func @main() {
  %0 = stablehlo.constant dense<0.000000e+00> : tensor<1x1x1x1xf32>
  %1 = stablehlo.constant dense<0x7FC00000> : tensor<1x1x1x1xf32>
  %2 = stablehlo.maximum %1, %0 : tensor<1x1x1x1xf32>
  %expected0 = stablehlo.constant dense<0x7FC00000> : tensor<1x1x1x1xf32>
  check.expect_close %2, %expected0, max_ulp_difference = 0 : tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>
  return
}
