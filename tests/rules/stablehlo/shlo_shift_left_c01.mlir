// shift_left C1: operands and result are of compatible types.

func.func @bad(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.shift_left' op requires compatible types for all operands and results}}
  %0 = "stablehlo.shift_left"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.shift_left' op operand #0 must be ranked tensor of}}
  %0 = stablehlo.shift_left %a, %a : tensor<2xf32>
  func.return
}
