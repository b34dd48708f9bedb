// dot: vectors and matrices.

func.func @of_three_dimensions(%a: tensor<2x3x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{expected both lhs/rhs ranks to be either 1 or 2}}
  // expected-note@+1 {{rule ranks of the StableHLO ops, dot}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @other_shape(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+2 {{inferred shape '[2, 4]' is incompatible with return type of operation 'tensor<2x3xf32>'}}
  // expected-note@+1 {{rule shape of the StableHLO ops, dot}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @precision_before_ranks(%a: tensor<2x3x4xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+2 {{expects precision config to be empty or have <= 2 elements, got 3}}
  // expected-note@+1 {{rule precision_config of the StableHLO ops, dot}}
  %0 = "stablehlo.dot"(%a, %b) {precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x3x4xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  func.return
}
