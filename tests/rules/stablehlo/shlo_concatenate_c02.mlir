// concatenate C2: the shapes agree but along the dimension.

func.func @bad(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>, %c: tensor<2xf32>, %d: tensor<2x3xf64>, %e: tensor<f32>) {
  // expected-error@+3 {{operands (0) and (1) do not match rank}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, concatenate}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %a, %c, dim = 0 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<4x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>, %c: tensor<2xf32>, %d: tensor<2x3xf64>, %e: tensor<f32>) {
  // expected-error@+3 {{shapes of operand (0) and (1) are not compatible at non-concat index 0: (2, 3) != (3, 3)}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, concatenate}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  func.return
}
