// cholesky C2: matrices have two dimensions.

func.func @bad(%x: tensor<2xf32>) {
  // expected-error@+3 {{argument 'a' must have rank >= 2, got shape 2.}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, cholesky}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %0 = stablehlo.cholesky %x : tensor<2xf32>
  return
}
