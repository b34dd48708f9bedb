// pad C2: three entries per dimension.

func.func @bad(%a: tensor<2x3xf32>, %z: tensor<f32>, %y: tensor<1xf32>, %x: tensor<f64>) {
  // expected-error@+1 {{'stablehlo.pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size}}
  %0 = "stablehlo.pad"(%a, %z) {edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>, %z: tensor<f32>, %y: tensor<1xf32>, %x: tensor<f64>) {
  // expected-error@+1 {{'stablehlo.pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size}}
  %0 = "stablehlo.pad"(%a, %z) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_3(%a: tensor<2x3xf32>, %z: tensor<f32>, %y: tensor<1xf32>, %x: tensor<f64>) {
  // expected-error@+1 {{'stablehlo.pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size}}
  %0 = "stablehlo.pad"(%a, %z) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @lists_of_one_wrong_length(%a: tensor<2x3xf32>, %p: tensor<f32>) {
  // expected-error@+3 {{edge_padding_low length (1) must match operand rank (2)}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, pad}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = "stablehlo.pad"(%a, %p) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x5xf32>
  func.return
}
