// abs C1: the result has the operand's shape.

func.func @bad(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op requires the same shape for all operands and results}}
  %0 = "stablehlo.abs"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
