// dynamic_update_slice C3: update has operand's rank.

func.func @good(%operand: tensor<3x5xf32>, %update: tensor<1x4xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x5xf32> {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func @other_rank(%operand: tensor<3x5xf32>, %update: tensor<4xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x5xf32> {
  // expected-error@+3 {{update rank does not match operand rank: 1 vs 2.}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, dynamic_update_slice}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
