// dot_general C5, C6: lhs's dimensions are in range.

func.func @bad(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+2 {{lhs_contracting_dimensions value: 2 is out of range: [0, 2)}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, dot_general}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

// What is twice on either side comes before what is out of range.
func.func @distinct_before_range(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+2 {{has duplicated dimension from rhs_batching_dimensions and rhs_contracting_dimensions: 0}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, dot_general}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2, 1], rhs_contracting_dimensions = [0, 0]>} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @precision_before_dimensions(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+2 {{expects precision config to be empty or have <= 2 elements, got 3}}
  // expected-note@+1 {{rule C11 of the StableHLO spec, dot_general}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  func.return
}
