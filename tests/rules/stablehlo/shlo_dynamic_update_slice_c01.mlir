// dynamic_update_slice C1: the result is of operand's type.

func.func @good(%operand: tensor<3x5xf32>, %update: tensor<1x4xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x5xf32> {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func @other_shape(%operand: tensor<3x5xf32>, %update: tensor<1x4xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x4xf32> {
  // expected-error@+2 {{'stablehlo.dynamic_update_slice' op inferred type(s) 'tensor<3x5xf32>' are incompatible with return type(s) of operation 'tensor<3x4xf32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @other_element(%operand: tensor<3x5xf32>, %update: tensor<1x4xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x5xf16> {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x5xf16>
  return %0 : tensor<3x5xf16>
}
