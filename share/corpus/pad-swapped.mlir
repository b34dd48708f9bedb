// Misread: low and high padding are exchanged. After NervanaSystems/ngraph#3191.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<2xi32>
  %1 = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.pad %0, %1, low = [-1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[1, 0]> : tensor<2xi32>
  return
}
