// add C5: the result is quantized per axis exactly if an operand is.

func.func @bad_0(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>, %b: tensor<2x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{result is not per_axis quantized but lhs or rhs are}}
  // expected-note@+1 {{rule C5 of the StableHLO spec, add}}
  %0 = stablehlo.add %a, %b : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  func.return
}

// -----

func.func @bad_1(%a: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{result per_axis quantized but none from rhs and lhs are per_axis quantized}}
  // expected-note@+1 {{rule C5 of the StableHLO spec, add}}
  %0 = stablehlo.add %a, %b : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>
  func.return
}
