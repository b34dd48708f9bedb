// dynamic_update_slice C2: update has elements of operand's type.

func.func @good(%operand: tensor<3x5xf32>, %update: tensor<1x4xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x5xf32> {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func @other_type(%operand: tensor<3x5xf32>, %update: tensor<1x4xi32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x5xf32> {
  // expected-error@+2 {{'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, dynamic_update_slice}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<1x4xi32>, tensor<i64>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
