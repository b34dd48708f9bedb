// convert C1: one shape.

func.func @bad(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.convert' op requires the same shape for all operands and results}}
  %0 = stablehlo.convert %a : (tensor<2xf32>) -> tensor<3xf64>
  func.return
}
