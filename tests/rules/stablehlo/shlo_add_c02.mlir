// add C2: all are quantized, or none.

func.func @bad_0(%a: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x2xf32>) {
  // expected-error@+2 {{expects  all operands and results to be either quantized or non-quantized}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, add}}
  %0 = stablehlo.add %a, %b : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  func.return
}

// -----

func.func @bad_1(%a: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{expects  all operands and results to be either quantized or non-quantized}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, add}}
  %0 = stablehlo.add %a, %b : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2xf32>
  func.return
}
