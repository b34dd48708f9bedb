// abs C1: the result has the operand's shape.

func.func @bad(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.abs"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
