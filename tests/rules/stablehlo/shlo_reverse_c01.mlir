// reverse C1: operand and result have one type.

func.func @another_shape(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.reverse' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<3x2xf32>'}}
  // expected-error@+1 {{'stablehlo.reverse' op failed to infer returned types}}
  %0 = "stablehlo.reverse"(%a) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}

// -----

func.func @another_element(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op requires the same element type for all operands and results}}
  %0 = "stablehlo.reverse"(%a) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<2x3xf64>
  func.return
}

// -----

// Upstream looks for what is twice before it looks at the range.
func.func @twice_and_out_of_range(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{dimensions should be unique. Got: -1, -1}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, reverse}}
  %0 = "stablehlo.reverse"(%a) {dimensions = array<i64: -1, -1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
