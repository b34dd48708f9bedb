// dot_general C14: rhs is quantized, and the result if lhs is.

func.func @bad_0(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %b: tensor<3x4xf32>) {
  // expected-error@+2 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  // expected-note@+1 {{rule C14 of the StableHLO spec, dot_general}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @bad_1(%a: tensor<2x3xf32>, %b: tensor<3x4x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  // expected-note@+1 {{rule C14 of the StableHLO spec, dot_general}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5>>
  func.return
}
