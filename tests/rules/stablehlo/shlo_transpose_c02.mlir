// transpose C2: permutation is one of the operand's dimensions.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{TransposeOp operand rank 2 does not match permutation size 1}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, transpose}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = stablehlo.transpose %a, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{attribute permutation must be a permutation of [0, 1] but got 0, 2}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, transpose}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = stablehlo.transpose %a, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_3(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{attribute permutation must be a permutation of [0, 1] but got 1, 1}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, transpose}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = stablehlo.transpose %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x3xf32>
  func.return
}
