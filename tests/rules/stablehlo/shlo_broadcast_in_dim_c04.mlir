// broadcast_in_dim C4: broadcast_dimensions are unique.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{broadcast_dimensions should not have duplicates}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, broadcast_in_dim}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// A result of lower rank has no place for all dimensions, or one for two of them.
func.func @lower_rank(%a: tensor<3x3xf32>) {
  // expected-error@+2 {{broadcast_dimensions contains invalid value 1 for result with rank 1}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, broadcast_in_dim}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<3x3xf32>) -> tensor<3xf32>
  func.return
}
