// clamp C1: min is a scalar or of the operand's shape.

func.func @bad(%m: tensor<3xi32>, %a: tensor<2xi32>) {
  // expected-error@+3 {{min shape [3] is not scalar and is not compatible to operand shape [2]}}
  // expected-note@+2 {{rule C1 of the StableHLO spec, clamp}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = "stablehlo.clamp"(%m, %a, %a) : (tensor<3xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}
