// dynamic_update_slice C5: start indices have one type.

func.func @unsigned(%operand: tensor<3x5xf32>, %update: tensor<1x4xf32>, %start0: tensor<ui32>, %start1: tensor<ui32>) -> tensor<3x5xf32> {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<1x4xf32>, tensor<ui32>, tensor<ui32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func @two_types(%operand: tensor<3x5xf32>, %update: tensor<1x4xf32>, %start0: tensor<i32>, %start1: tensor<i64>) -> tensor<3x5xf32> {
  // expected-error@+3 {{start indices must have same element type}}
  // expected-note@+2 {{rule C5 of the StableHLO spec, dynamic_update_slice}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
