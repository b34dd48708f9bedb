// abs C2: the result of complex numbers is real.

func.func @bad(%a: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.abs' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2xcomplex<f32>>'}}
  %0 = "stablehlo.abs"(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.abs' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  // expected-error@+1 {{'stablehlo.abs' op failed to infer returned types}}
  %0 = "stablehlo.abs"(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  func.return
}
