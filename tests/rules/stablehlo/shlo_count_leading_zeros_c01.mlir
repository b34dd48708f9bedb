// count_leading_zeros C1: operand and result are of compatible types.

func.func @bad(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.count_leading_zeros' op requires compatible types for all operands and results}}
  %0 = "stablehlo.count_leading_zeros"(%a) : (tensor<2xi32>) -> tensor<2xi64>
  func.return
}
