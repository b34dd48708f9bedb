// triangular_solve C4: the solution has the type of the right side.

func.func @bad(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+3 {{'stablehlo.triangular_solve' op inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x4xf32>'}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, triangular_solve}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>
  return
}
