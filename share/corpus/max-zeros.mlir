// Misread: -0 and 0 are not told apart. After llvm/llvm-project#139481.
func.func @main() {
  %0 = stablehlo.constant dense<[-0.000000e+00, 1.000000e+00]> : tensor<2xf32>
  %1 = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
  %2 = stablehlo.minimum %1, %0 : tensor<2xf32>
  check.expect_eq_const %2, dense<[-0.000000e+00, 0.000000e+00]> : tensor<2xf32>
  return
}
