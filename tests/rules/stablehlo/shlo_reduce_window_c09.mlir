// reduce_window C9: base dilations are positive.

func.func @bad(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+2 {{expects window to have positive base dilation factor for 0-th window dimension, but got 0.}}
  // expected-note@+1 {{rule C9 of the StableHLO spec, reduce_window}}
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, base_dilations = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>
  func.return
}
