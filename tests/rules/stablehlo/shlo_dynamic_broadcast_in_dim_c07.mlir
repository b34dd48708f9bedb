// dynamic_broadcast_in_dim C7: output_dimensions has an entry per dimension of the result.

func.func @bad(%a: tensor<2x3xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>) {
  // expected-error@+2 {{result rank (2) is not equal to number of output dimensions (3)}}
  // expected-note@+1 {{rule C7 of the StableHLO spec, dynamic_broadcast_in_dim}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %t, dims = [0, 1] : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?xf32>
  func.return
}
