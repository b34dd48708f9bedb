// The maximum of NaN and a number is NaN. After tracel-ai/burn#4814.
func.func @main() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, 2.0]> : tensor<3xf32>
  %y = stablehlo.constant dense<[1.0, 0x7FC00000, 1.0]> : tensor<3xf32>
  %r = stablehlo.maximum %x, %y : tensor<3xf32>
  %is_nan = stablehlo.compare NE, %r, %r : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  check.expect_eq_const %is_nan, dense<[true, true, false]> : tensor<3xi1>
  return
}
