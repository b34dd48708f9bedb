// dot_general C15: a quantized rhs has no zero points.

func.func @bad_0(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %b: tensor<3x4x!quant.uniform<i8:f32, 0.5:1>>) {
  // expected-error@+2 {{Zero point of rhs should be 0}}
  // expected-note@+1 {{rule C15 of the StableHLO spec, dot_general}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5>>
  func.return
}

// -----

func.func @bad_1(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %b: tensor<3x4x!quant.uniform<i8:f32:1, {0.5, 0.5:2, 0.5, 0.5}>>) {
  // expected-error@+2 {{Zero points of rhs should be 0}}
  // expected-note@+1 {{rule C15 of the StableHLO spec, dot_general}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x4x!quant.uniform<i8:f32:1, {0.5, 0.5:2, 0.5, 0.5}>>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5>>
  func.return
}

// -----

// Of two rules that are broken, the zero points' is told.
func.func @zero_point_before_storage(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %b: tensor<3x2x!quant.uniform<i16:f32, 0.5:1>>) {
  // expected-error@+2 {{Zero point of rhs should be 0}}
  // expected-note@+1 {{rule C15 of the StableHLO spec, dot_general}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x!quant.uniform<i16:f32, 0.5:1>>) -> tensor<2x2x!quant.uniform<i32:f32, 0.5>>
  func.return
}
