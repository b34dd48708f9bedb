// broadcast_in_dim C2: broadcast_dimensions has an entry per dimension of the operand.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{broadcast_dimensions size (1) does not match operand rank (2)}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, broadcast_in_dim}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
