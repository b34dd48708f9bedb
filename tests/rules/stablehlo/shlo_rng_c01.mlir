// rng C1: one element type.

func.func @bad(%a: tensor<f32>, %b: tensor<f64>, %s: tensor<2xi64>) {
  // expected-error@+2 {{'stablehlo.rng' op failed to verify that all of {a, b, result} have same element type}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, rng}}
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @bad(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<2xi64>) {
  // expected-error@+2 {{'stablehlo.rng' op failed to verify that all of {a, b, result} have same element type}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, rng}}
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @bad(%a: tensor<complex<f32>>, %b: tensor<f32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op operand #0 must be 0D tensor of bool or 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'tensor<complex<f32>>'}}
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<complex<f32>>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @bad(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<?xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op operand #2 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'tensor<?xi64>'}}
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<?xi64>) -> tensor<2x3xf32>
  return
}
