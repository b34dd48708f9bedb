// reduce C3: an init value per input, of rank 0.

func.func @bad(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %z: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires as many init values as inputs, but has 3 operands}}
  %0 = "stablehlo.reduce"(%a, %z, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

// Of three operands, upstream takes one as input and one as its init value.
func.func @three(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{Reduction-region must take 2 parameters, but takes 4 parameter(s)}}
  %0:2 = "stablehlo.reduce"(%a, %b, %z) ({
  ^bb0(%w: tensor<f32>, %x: tensor<f32>, %y: tensor<f32>, %v: tensor<f32>):
    stablehlo.return %w, %x : tensor<f32>, tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}

// -----

func.func @no_tensor(%a: tensor<2x3xf32>, %t: !stablehlo.token, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires as many init values as inputs, but has 3 operands}}
  %0 = "stablehlo.reduce"(%a, %t, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, !stablehlo.token, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %z: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+1 {{The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<f32>' vs 'tensor<2x4xf32>'}}
  %0 = "stablehlo.reduce"(%a, %b) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2xf32>
  func.return
}
