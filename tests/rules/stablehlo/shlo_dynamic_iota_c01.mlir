// dynamic_iota C1: iota_dimension is a dimension of the result.

func.func @bad(%s: tensor<1xi64>) {
  // expected-error@+2 {{iota dimension cannot go beyond the output rank.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, dynamic_iota}}
  %0 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<1xi64>) -> tensor<?xi32>
  func.return
}

// -----

// Of two rules that are broken, the dimension's is told.
func.func @dimension_before_shape() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // expected-error@+2 {{iota dimension cannot go beyond the output rank.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, dynamic_iota}}
  %0 = stablehlo.dynamic_iota %s, dim = 2 : (tensor<2xi64>) -> tensor<3x2xi32>
  return
}
