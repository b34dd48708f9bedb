// map C3: dimensions are all of them in order.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{requires monotonically increasing dimension numbers, but got: 1, 0}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, map}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %0 = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{applied to a subset of dimensions currently not supported: operand dimensions = 2, requested map dimensions size = 1}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, map}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %0 = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
