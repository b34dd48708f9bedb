// reduce_precision C2: at least one exponent bit.

func.func @bad(%a: tensor<2xf32>) {
  // expected-error@+2 {{exponent_bits must be at least 1.}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, reduce_precision}}
  %0 = stablehlo.reduce_precision %a, format = e0m3 : tensor<2xf32>
  func.return
}
