// case C1: there is a branch.

func.func @bad(%a: tensor<i32>, %p: tensor<i1>, %q: tensor<2xi1>, %f: tensor<f32>) {
  // expected-error@+3 {{expect at least one branch}}
  // expected-note@+2 {{rule C1 of the StableHLO spec, case}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %0 = "stablehlo.case"(%a) : (tensor<i32>) -> tensor<i32>
  func.return
}
