// tanh C1: operand and result are of compatible types.

func.func @bad(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.tanh' op requires compatible types for all operands and results}}
  %0 = "stablehlo.tanh"(%a) : (tensor<2xf32>) -> tensor<2xf64>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.tanh' op operand #0 must be ranked tensor of}}
  %0 = stablehlo.tanh %a : tensor<2xi1>
  func.return
}
