// pad C1: operand, padding value and result have one element type; the value is a scalar.

func.func @bad(%a: tensor<2x3xf32>, %z: tensor<f32>, %y: tensor<1xf32>, %x: tensor<f64>) {
  // expected-error@+1 {{'stablehlo.pad' op requires the same element type for all operands and results}}
  %0 = "stablehlo.pad"(%a, %x) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f64>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>, %z: tensor<f32>, %y: tensor<1xf32>, %x: tensor<f64>) {
  // expected-error@+1 {{'stablehlo.pad' op operand #1 must be 0D tensor of 4/6/8/16/32/64-bit float or bool or}}
  %0 = "stablehlo.pad"(%a, %y) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  func.return
}
