// reduce C6: the region takes and gives scalars of a type the inputs promote to.

func.func @bad(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %z: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+2 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %z: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+2 {{Reduction-region here must produce 1 tensors, but produces 2 instead}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @bad_3(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %z: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+2 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, reduce}}
  %0 = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xi32>
  func.return
}
