// dynamic_broadcast_in_dim C5: an operand's extent is 1 or the result's.

func.func @bad(%a: tensor<2x3xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>) {
  // expected-error@+2 {{size of operand dimension 1 (3) is not compatible with size of result dimension 1 (4)}}
  // expected-note@+1 {{rule C5 of the StableHLO spec, dynamic_broadcast_in_dim}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  func.return
}
