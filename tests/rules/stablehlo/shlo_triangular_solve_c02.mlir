// triangular_solve C2: matrices of one rank.

func.func @bad(%a: tensor<4xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+3 {{operand 'a' must have rank >= 2, but got 'tensor<4xf32>'}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, triangular_solve}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @bad(%a: tensor<4x4xf32>, %b: tensor<10x4x3xf32>) {
  // expected-error@+3 {{operands must have equal rank, but got 'tensor<4x4xf32>' and 'tensor<10x4x3xf32>'}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, triangular_solve}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<10x4x3xf32>) -> tensor<10x4x3xf32>
  return
}
