// concatenate C4: the dimension is one of the operands'.

func.func @bad(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>, %c: tensor<2xf32>, %d: tensor<2x3xf64>, %e: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = stablehlo.concatenate %a, %a, dim = -1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>, %c: tensor<2xf32>, %d: tensor<2x3xf64>, %e: tensor<f32>) {
  // expected-error@+3 {{dimension 2 is out-of-bounds for input rank 2}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, concatenate}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %a, %a, dim = 2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}

// -----

func.func @bad_3(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>, %c: tensor<2xf32>, %d: tensor<2x3xf64>, %e: tensor<f32>) {
  // expected-error@+3 {{rank-0 values cannot be concatenated}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, concatenate}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %e, %e, dim = 0 : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
  func.return
}
