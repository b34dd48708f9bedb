// reverse C2: dimensions are unique.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{dimensions should be unique. Got: 1, 1}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, reverse}}
  %0 = stablehlo.reverse %a, dims = [1, 1] : tensor<2x3xf32>
  func.return
}
