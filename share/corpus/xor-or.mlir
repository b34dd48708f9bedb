// Misread: or instead of xor. After mwerezak/sphinx-lang#2.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<1xi32>
  %1 = stablehlo.xor %0, %0 : tensor<1xi32>
  check.expect_eq_const %1, dense<0> : tensor<1xi32>
  return
}
