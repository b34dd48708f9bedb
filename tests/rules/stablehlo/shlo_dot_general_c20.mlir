// dot_general C20: a float lhs and its result are of the type that rhs expresses.

func.func @bad(%a: tensor<2x3xf32>, %b: tensor<3x4x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{mismatched rhs quantization expressed type and lhs and result element type}}
  // expected-note@+1 {{rule C20 of the StableHLO spec, dot_general}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x4xf16>
  func.return
}
