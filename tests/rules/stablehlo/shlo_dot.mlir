// dot: vectors and matrices.

func.func @of_three_dimensions(%a: tensor<2x3x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{expected both lhs/rhs ranks to be either 1 or 2}}
  // expected-note@+1 {{rule ranks}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @other_shape(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+2 {{inferred shape '[2, 4]' is incompatible with return type of operation 'tensor<2x3xf32>'}}
  // expected-note@+1 {{rule shape}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
  func.return
}
