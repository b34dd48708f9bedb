// sort C4: the dimension is one of the inputs', maybe from the back.

func.func @bad(%a: tensor<2x3xf32>, %p: tensor<i1>, %f: tensor<f32>) {
  // expected-error@+2 {{dimension attribute value must be in range [-2, 2), but found 2}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, sort}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }) {dimension = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>, %p: tensor<i1>, %f: tensor<f32>) {
  // expected-error@+2 {{dimension attribute value must be in range [-2, 2), but found -3}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, sort}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }) {dimension = -3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
