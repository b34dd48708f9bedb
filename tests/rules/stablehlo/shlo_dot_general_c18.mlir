// dot_general C18: all three express one type.

func.func @bad(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %b: tensor<3x4x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{mismatched lhs, rhs and result quantization expressed types}}
  // expected-note@+1 {{rule C18 of the StableHLO spec, dot_general}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x4x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x4x!quant.uniform<i8:f16, 0.5>>
  func.return
}
