// Misread: factors are rounded to 10 bits behind the point, as in TF32. After pytorch/pytorch#53635.
func.func @main() {
  %0 = stablehlo.constant dense<0.333333343> : tensor<1x1xf32>
  %1 = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
  %2 = stablehlo.dot %0, %1 : (tensor<1x1xf32>, tensor<1xf32>) -> tensor<1xf32>
  check.expect_eq_const %2, dense<0.333333343> : tensor<1xf32>
  return
}
