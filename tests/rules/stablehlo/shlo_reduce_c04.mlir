// reduce C4: dimensions are the inputs'.

func.func @bad(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %z: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+2 {{Out-of-bounds dimension 2, expected to be in range [0, 2)}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %z: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+2 {{Out-of-bounds dimension -1, expected to be in range [0, 2)}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: -1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}
