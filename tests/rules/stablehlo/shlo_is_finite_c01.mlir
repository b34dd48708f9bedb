// is_finite C1: one shape.

func.func @bad(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.is_finite' op all non-scalar operands/results must have the same shape and base type}}
  %0 = stablehlo.is_finite %a : (tensor<2xf32>) -> tensor<3xi1>
  func.return
}
