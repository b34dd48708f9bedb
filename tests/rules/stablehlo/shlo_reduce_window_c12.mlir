// reduce_window C12: padding is a pair per dimension.

func.func @bad(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+2 {{expects the shape of padding-attribute to be {N, 2}, but got {2, 3}.}}
  // expected-note@+1 {{rule C12 of the StableHLO spec, reduce_window}}
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, padding = dense<0> : tensor<2x3xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @f(%a: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expects the shape of padding-attribute to be {N, 2}, but got {2}.}}
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {window_dimensions = array<i64: 2>, padding = dense<0> : tensor<2xi64>} : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
  return
}

// -----

// The padding is looked at before any list of the windows is.
func.func @padding_before_windows(%a: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error@+2 {{expects the shape of padding-attribute to be {N, 2}, but got {2, 3}.}}
  // expected-note@+1 {{rule C12 of the StableHLO spec, reduce_window}}
  %0 = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {window_dimensions = array<i64: 1>, window_strides = array<i64: 1, 1, 1>, padding = dense<0> : tensor<2x3xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}

// -----

// No pairs at all are as good as none said.
func.func @no_pairs(%a: tensor<4x4xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {window_dimensions = array<i64: 1, 1>, padding = dense<> : tensor<0x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}
