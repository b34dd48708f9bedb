// concatenate C6: the result's extent is the sum.

func.func @bad(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>, %c: tensor<2xf32>, %d: tensor<2x3xf64>, %e: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.concatenate' op inferred type(s) 'tensor<5x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  func.return
}

// -----

func.func @f(%a: tensor<9223372036854775807x0xi8>) {
  // expected-error@+2 {{'stablehlo.concatenate' op has more elements along dimension 0 than can be counted}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<9223372036854775807x0xi8>, tensor<9223372036854775807x0xi8>) -> tensor<?x0xi8>
  return
}
