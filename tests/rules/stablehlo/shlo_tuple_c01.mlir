// tuple C1: the result is the tuple of the operands' types.

func.func @bad(%a: tensor<i32>, %p: tensor<i1>, %q: tensor<2xi1>, %f: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.tuple' op inferred type(s) 'tuple<tensor<i32>>' are incompatible with return type(s) of operation 'tuple<tensor<f32>>'}}
  // expected-error@+1 {{'stablehlo.tuple' op failed to infer returned types}}
  %0 = "stablehlo.tuple"(%a) : (tensor<i32>) -> tuple<tensor<f32>>
  func.return
}
