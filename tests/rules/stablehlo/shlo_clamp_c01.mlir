// clamp C1: min is a scalar or of the operand's shape.

func.func @bad(%m: tensor<3xi32>, %a: tensor<2xi32>) {
  // expected-error@+3 {{min shape [3] is not scalar and is not compatible to operand shape [2]}}
  // expected-note@+2 {{rule C1 of the StableHLO spec, clamp}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = "stablehlo.clamp"(%m, %a, %a) : (tensor<3xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// An extent that is not known is the number that stands for it.
func.func @open_extents(%min: tensor<?x2xf32>, %a: tensor<?x3xf32>) {
  // expected-error@+3 {{min shape [-9223372036854775808, 2] is not scalar and is not compatible to operand shape [-9223372036854775808, 3]}}
  // expected-note@+2 {{rule C1 of the StableHLO spec, clamp}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = "stablehlo.clamp"(%min, %a, %a) : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  func.return
}
