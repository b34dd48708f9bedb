// composite C2: there is such a function.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-note@+2 {{rule C2 of the StableHLO spec, composite}}
  // expected-error@+1 {{'nowhere' does not reference a valid function}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @nowhere} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

module @m {
}
func.func @f(%a: tensor<2xf32>) {
  // expected-note@+2 {{rule C2 of the StableHLO spec, composite}}
  // expected-error@+1 {{'m' does not reference a valid function}}
  stablehlo.composite "my.op" %a {decomposition = @m} : (tensor<2xf32>) -> ()
  return
}
