// reshape C2: as many elements.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{number of output elements (5) doesn't match expected number of elements (6)}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, reshape}}
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<5xf32>
  func.return
}

// -----

func.func @f(%a: tensor<4611686018427387904x4xf32>) {
  // expected-error@+1 {{has more elements than can be counted}}
  %0 = stablehlo.reshape %a : (tensor<4611686018427387904x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{has more elements than can be counted}}
  %0 = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<4611686018427387904x4xf32>
  return
}
