// not C1: operand and result are of compatible types.

func.func @bad(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.not' op requires compatible types for all operands and results}}
  %0 = "stablehlo.not"(%a) : (tensor<2xi32>) -> tensor<2xi64>
  func.return
}
