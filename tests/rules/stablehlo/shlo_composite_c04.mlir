// composite C4: the decomposition is a function of the same types.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op 'nowhere' does not reference a valid function}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @nowhere} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{has 2 operand(s), but decomposition has 1}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, composite}}
  %0 = stablehlo.composite "my.op" %a, %a {decomposition = @bad_2} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
