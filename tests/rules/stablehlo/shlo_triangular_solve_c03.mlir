// triangular_solve C3: square matrices, whose rows the right side has, for each of a batch.

func.func @bad(%a: tensor<4x3xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+3 {{two minor dimensions of operand 'a' must be compatible, but got 'tensor<4x3xf32>'}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, triangular_solve}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @bad(%a: tensor<4x4xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+3 {{shared dimension of operands 'a' and 'b' must be compatible, but got 'tensor<4x4xf32>' and 'tensor<3x4xf32>'}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, triangular_solve}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @bad(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+3 {{shared dimension of operands 'a' and 'b' must be compatible, but got 'tensor<4x4xf32>' and 'tensor<4x3xf32>'}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, triangular_solve}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @bad(%a: tensor<5x4x4xf32>, %b: tensor<6x4x3xf32>) {
  // expected-error@+3 {{batch dimensions of the operands must be compatible, but got 'tensor<5x4x4xf32>' and 'tensor<6x4x3xf32>'}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, triangular_solve}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<5x4x4xf32>, tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return
}

// -----

func.func @bad(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+2 {{Invalid transpose option value for triangular solve}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}
