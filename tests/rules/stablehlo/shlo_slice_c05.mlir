// slice C5: the result's extents are the ranges' lengths.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.slice' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %a [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
