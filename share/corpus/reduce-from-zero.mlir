// Misread: a reduction begins with zero. After Oneflow-Inc/oneflow#791.
func.func @main() {
  %0 = stablehlo.constant dense<[[-3.000000e+00, -2.000000e+00], [5.000000e+00, -1.000000e+00]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %2, dense<[-2.000000e+00, 5.000000e+00]> : tensor<2xf32>
  return
}
