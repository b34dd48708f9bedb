// reduce C1: the inputs have one shape.

func.func @bad(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %z: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+2 {{expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, reduce}}
  %0:2 = "stablehlo.reduce"(%a, %b, %z, %z) ({
  ^bb0(%x: tensor<f32>, %v: tensor<f32>, %y: tensor<f32>, %w: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}
