// uniform_quantize C2: the result stands for the operand's element type.

func.func @bad(%a: tensor<2x3xf64>) {
  // expected-error@+2 {{Expressed type of result expected to be 'f64', but got 'f32'}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, uniform_quantize}}
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3xf64>) -> tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>
  func.return
}
