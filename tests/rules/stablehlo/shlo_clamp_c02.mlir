// clamp C2: max is a scalar or of the operand's shape.

func.func @bad(%m: tensor<2x1xi32>, %a: tensor<2xi32>) {
  // expected-error@+3 {{max shape [2, 1] is not scalar and is not compatible to operand shape [2]}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, clamp}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = "stablehlo.clamp"(%a, %a, %m) : (tensor<2xi32>, tensor<2xi32>, tensor<2x1xi32>) -> tensor<2xi32>
  func.return
}
