// dynamic_broadcast_in_dim C9: hints are for dimensions of the operand.

func.func @bad(%a: tensor<2x3xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>) {
  // expected-error@+2 {{hint for expanding dimension 2 does not refer to a valid operand dimension}}
  // expected-note@+1 {{rule C9 of the StableHLO spec, dynamic_broadcast_in_dim}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
