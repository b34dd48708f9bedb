// reduce_precision C2: at least one exponent bit.

func.func @bad(%a: tensor<2xf32>) {
  // expected-error@+1 {{attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %0 = stablehlo.reduce_precision %a, format = e0m3 : tensor<2xf32>
  func.return
}

// -----

func.func @good(%a: tensor<2xf8E5M2>) {
  %0 = stablehlo.reduce_precision %a, format = e1m0 : tensor<2xf8E5M2>
  func.return
}
