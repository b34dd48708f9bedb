// dynamic_broadcast_in_dim C2: broadcast_dimensions has an entry per dimension of the operand.

func.func @bad(%a: tensor<2x3xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>) {
  // expected-error@+2 {{broadcast_dimensions size (1) does not match operand rank (2)}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, dynamic_broadcast_in_dim}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
