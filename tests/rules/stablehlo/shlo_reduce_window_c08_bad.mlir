// reduce_window C8: a base dilation per dimension.

func.func @bad(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+3 {{expects base-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1.}}
  // expected-note@+2 {{rule C8 of the StableHLO spec, reduce_window}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, base_dilations = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>
  func.return
}
