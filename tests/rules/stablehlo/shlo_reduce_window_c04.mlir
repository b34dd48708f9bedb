// reduce_window C4: a window extent per dimension.

func.func @bad(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+2 {{expects window-dimensions size == input rank, but got window-dimensions size: 1 and input: 'tensor<2x3xf32>' with rank = 2.}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, reduce_window}}
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>
  func.return
}
