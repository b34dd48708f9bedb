// dynamic_update_slice C6: update fits inside operand.

func.func @whole(%operand: tensor<3x5xf32>, %update: tensor<3x5xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x5xf32> {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<i64>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func @empty(%operand: tensor<3x5xf32>, %update: tensor<0x5xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x5xf32> {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<0x5xf32>, tensor<i64>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func @unknown_extent(%operand: tensor<3x5xf32>, %update: tensor<?x4xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x5xf32> {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<?x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func @too_large(%operand: tensor<3x5xf32>, %update: tensor<3x6xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x5xf32> {
  // expected-error@+3 {{expects size at dimension 1 of update to be in range [0, 5]. Got: 6.}}
  // expected-note@+2 {{rule C6 of the StableHLO spec, dynamic_update_slice}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start0, %start1 : (tensor<3x5xf32>, tensor<3x6xf32>, tensor<i64>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
