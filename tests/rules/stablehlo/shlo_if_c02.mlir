// if C2: branches give the same types.

func.func @bad(%a: tensor<i32>, %p: tensor<i1>, %q: tensor<2xi1>, %f: tensor<f32>) {
  // expected-error@+3 {{branch 0 and branch 1 have mismatched return types: 'tensor<i32>' vs 'tensor<f32>'}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, if}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<i32>
  }, {
    stablehlo.return %f : tensor<f32>
  }) : (tensor<i1>) -> tensor<i32>
  func.return
}
