// real C2: the result is the real type of the operand's elements.

func.func @bad(%a: tensor<2xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.real' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  // expected-error@+1 {{'stablehlo.real' op failed to infer returned types}}
  %0 = stablehlo.real %a : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  func.return
}
