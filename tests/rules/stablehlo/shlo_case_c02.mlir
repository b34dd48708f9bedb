// case C2: branches give the same types.

func.func @bad(%a: tensor<i32>, %p: tensor<i1>, %q: tensor<2xi1>, %f: tensor<f32>) {
  // expected-error@+3 {{branch 0 and branch 1 have mismatched return types: 'tensor<i32>' vs 'tensor<i32>', 'tensor<i32>'}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, case}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %0 = "stablehlo.case"(%a) ({
    stablehlo.return %a : tensor<i32>
  }, {
    stablehlo.return %a, %a : tensor<i32>, tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}
