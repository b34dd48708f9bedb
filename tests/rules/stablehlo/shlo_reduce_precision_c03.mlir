// reduce_precision C3: mantissa bits are not negative.

func.func @bad(%a: tensor<2xf32>) {
  // expected-error@+2 {{mantissa_bits must be at least 0.}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, reduce_precision}}
  %0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 3 : i32, mantissa_bits = -1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
