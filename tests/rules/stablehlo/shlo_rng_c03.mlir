// rng C3: the shape is the one that is asked for.

func.func @bad(%a: tensor<f32>, %b: tensor<f32>) {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // expected-error@+3 {{'stablehlo.rng' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, rng}}
  // expected-error@+1 {{'stablehlo.rng' op failed to infer returned types}}
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @bad(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<2xindex>) {
  // expected-error@+3 {{'stablehlo.rng' op inferred type(s) 'tensor<?x?xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, rng}}
  // expected-error@+1 {{'stablehlo.rng' op failed to infer returned types}}
  %0 = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<2xf32>
  return
}

// -----

func.func @good(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<2xindex>) {
  %0 = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<2x3xf32>
  return
}
