// pad C3: interior padding is not negative.

func.func @bad(%a: tensor<2x3xf32>, %z: tensor<f32>, %y: tensor<1xf32>, %x: tensor<f64>) {
  // expected-error@+3 {{Interior padding cannot be negative: -1}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, pad}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = "stablehlo.pad"(%a, %z) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, -1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}
