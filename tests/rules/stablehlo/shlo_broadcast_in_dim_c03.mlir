// broadcast_in_dim C3: broadcast_dimensions are dimensions of the result.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{broadcast_dimensions contains invalid value 2 for result with rank 2}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, broadcast_in_dim}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{broadcast_dimensions contains invalid value -1 for result with rank 2}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, broadcast_in_dim}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [-1, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
