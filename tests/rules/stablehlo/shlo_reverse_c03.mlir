// reverse C3: dimensions are those of the result.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{all dimensions should be between [0, 2). Got dimension: 2.}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, reverse}}
  %0 = stablehlo.reverse %a, dims = [2] : tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{all dimensions should be non-negative. Got dimension: -1.}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, reverse}}
  %0 = stablehlo.reverse %a, dims = [-1] : tensor<2x3xf32>
  func.return
}
