// rng C2: a normal distribution is one of floats.

func.func @bad(%a: tensor<i32>, %b: tensor<i32>, %s: tensor<2xi64>) {
  // expected-error@+3 {{mu and sigma must be floats}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, rng}}
  // expected-error@+1 {{'stablehlo.rng' op failed to infer returned types}}
  %0 = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
  return
}
