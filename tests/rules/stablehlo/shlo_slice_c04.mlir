// slice C4: strides are positive.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{stride must be positive but got 0 in dimension 0}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, slice}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %a [0:2:0, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
