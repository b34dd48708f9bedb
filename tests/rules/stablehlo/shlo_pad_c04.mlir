// pad C4: the result's extents are what padding makes them.

func.func @bad(%a: tensor<2x3xf32>, %z: tensor<f32>, %y: tensor<1xf32>, %x: tensor<f64>) {
  // expected-error@+3 {{Padding result in negative size for dimension 0}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, pad}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = "stablehlo.pad"(%a, %z) {edge_padding_low = array<i64: -3, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>, %z: tensor<f32>, %y: tensor<1xf32>, %x: tensor<f64>) {
  // expected-error@+2 {{'stablehlo.pad' op inferred type(s) 'tensor<3x3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = "stablehlo.pad"(%a, %z) {edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_3(%a: tensor<2x3xf32>, %z: tensor<f32>, %y: tensor<1xf32>, %x: tensor<f64>) {
  // expected-error@+2 {{'stablehlo.pad' op has more elements along dimension 0 than can be counted}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = "stablehlo.pad"(%a, %z) {edge_padding_low = array<i64: 9223372036854775807, 0>, edge_padding_high = array<i64: 1, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}
