// uniform_dequantize C2: the result is of the type the operand stands for.

func.func @bad(%a: tensor<2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+2 {{'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op failed to infer returned types}}
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2xf64>
  func.return
}
