// Misread: true takes the value for false. After phate/jlm#836.
func.func @main() {
  %0 = stablehlo.constant dense<false> : tensor<1x1xi1>
  %1 = stablehlo.constant dense<1> : tensor<1x1xi32>
  %2 = stablehlo.constant dense<0> : tensor<1x1xi32>
  %3 = stablehlo.select %0, %1, %2 : tensor<1x1xi1>, tensor<1x1xi32>
  check.expect_eq_const %3, dense<0> : tensor<1x1xi32>
  return
}
