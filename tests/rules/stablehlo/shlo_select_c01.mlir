// select C1: pred is a scalar or of the values' shape.

func.func @bad(%p: tensor<3xi1>, %a: tensor<2xi32>) {
  // expected-error@+3 {{requires the same shape for all operands}}
  // expected-note@+2 {{rule C1 of the StableHLO spec, select}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %0 = "stablehlo.select"(%p, %a, %a) : (tensor<3xi1>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}
