// cholesky C3: matrices are square.

func.func @bad(%x: tensor<4x2x1xf32>) {
  // expected-error@+3 {{minor dimensions of 'a' must have equal size, got shape 4, 2, 1.}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, cholesky}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %0 = stablehlo.cholesky %x : tensor<4x2x1xf32>
  return
}

// -----

func.func @open_extent(%a: tensor<?x2x3xf32>) {
  // expected-error@+3 {{minor dimensions of 'a' must have equal size, got shape -9223372036854775808, 2, 3.}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, cholesky}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %0 = "stablehlo.cholesky"(%a) : (tensor<?x2x3xf32>) -> tensor<?x2x3xf32>
  func.return
}
