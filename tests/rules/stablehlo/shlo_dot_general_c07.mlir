// dot_general C7, C8: rhs's dimensions are in range.

func.func @bad(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+2 {{rhs_batching_dimensions value: -1 is out of range: [0, 2)}}
  // expected-note@+1 {{rule C7 of the StableHLO spec, dot_general}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [-1]>} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  func.return
}
