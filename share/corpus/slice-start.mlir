// Misread: a slice begins at 0. After iree-org/iree#24584.
func.func @main() {
  %0 = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00]]> : tensor<2x2xf32>
  %1 = stablehlo.slice %0 [1:2, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
  check.expect_eq_const %1, dense<0.000000e+00> : tensor<1x2xf32>
  return
}
