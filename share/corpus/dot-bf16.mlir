// Misread: factors are rounded to bf16. After jax-ml/jax#9973.
func.func @main() {
  %0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %1 = stablehlo.constant dense<1.668750e+01> : tensor<f32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [] x [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %2, dense<1.668750e+01> : tensor<f32>
  return
}
