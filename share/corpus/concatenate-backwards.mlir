// Misread: operands are joined in reverse. After onnx/onnx#2436.
func.func @main() {
  %0 = stablehlo.constant dense<0.000000e+00> : tensor<1xf32>
  %1 = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
  %2 = stablehlo.concatenate %1, %0, %0, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
  check.expect_eq_const %2, dense<[1.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<3xf32>
  return
}
