// triangular_solve C1: one element type.

func.func @bad(%a: tensor<4x4xf32>, %b: tensor<4x3xf64>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x3xf64>) -> tensor<4x3xf64>
  return
}
