// iota C1: iota_dimension is a dimension of the result.

func.func @bad() {
  // expected-error@+2 {{iota dimension cannot go beyond the output rank.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, iota}}
  %0 = stablehlo.iota dim = 2 : tensor<2x3xi32>
  func.return
}

// -----

func.func @bad_2() {
  // expected-error@+2 {{does not support scalars.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, iota}}
  %0 = stablehlo.iota dim = 0 : tensor<i32>
  func.return
}

// -----

func.func @bad_3() {
  // expected-error@+1 {{'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.iota"() {iota_dimension = -1 : i64} : () -> tensor<2xi32>
  func.return
}
