// if C3: the results are what the branches give.

func.func @bad(%a: tensor<i32>, %p: tensor<i1>, %q: tensor<2xi1>, %f: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.if' op inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<i32>
  }, {
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i1>) -> tensor<f32>
  func.return
}
