// Misread: zeros are put instead of the padding value. After openxla/stablehlo#1005.
func.func @main() {
  %0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %1 = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
  %2 = stablehlo.pad %1, %0, low = [-1], high = [1], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
  check.expect_eq_const %2, dense<1.000000e+00> : tensor<1xf32>
  return
}
