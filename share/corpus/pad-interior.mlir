// Misread: nothing is put between elements. After kasper0406/stablehlo-coreml#69.
func.func @main() {
  %0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %1 = stablehlo.constant dense<0.000000e+00> : tensor<1x2xf32>
  %2 = stablehlo.pad %1, %0, low = [0, 0], high = [0, 0], interior = [0, 1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x3xf32>
  check.expect_eq_const %2, dense<[[0.000000e+00, 1.000000e+00, 0.000000e+00]]> : tensor<1x3xf32>
  return
}
