// dynamic_update_slice C4: there is a start index for each dim.

func.func @good(%operand: tensor<3x5xf32>, %update: tensor<1x4xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x5xf32> {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func @rank_zero(%operand: tensor<f32>, %update: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.dynamic_update_slice %operand, %update : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @one_missing(%operand: tensor<3x5xf32>, %update: tensor<1x4xf32>, %start0: tensor<i64>) -> tensor<3x5xf32> {
  // expected-error@+3 {{expects number of start_indices to match operand rank: 1 vs 2.}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, dynamic_update_slice}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0 : (tensor<3x5xf32>, tensor<1x4xf32>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
