// dynamic_slice C2: there is a start index and a slice size for each dim of operand.

func.func @good(%operand: tensor<3x5xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<1x4xf32> {
  %0 = "stablehlo.dynamic_slice"(%operand, %start0, %start1) <{slice_sizes = array<i64: 1, 4>}> : (tensor<3x5xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -----

func.func @rank_zero(%operand: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.dynamic_slice"(%operand) <{slice_sizes = array<i64>}> : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @fewer_starts(%operand: tensor<3x5xf32>, %start0: tensor<i64>) -> tensor<1x4xf32> {
  // expected-error@+3 {{has mismatched number of slice sizes (2) and number of start indices (1)}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, dynamic_slice}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_slice"(%operand, %start0) <{slice_sizes = array<i64: 1, 4>}> : (tensor<3x5xf32>, tensor<i64>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -----

func.func @fewer_of_both(%operand: tensor<3x5xf32>, %start0: tensor<i64>) -> tensor<4xf32> {
  // expected-error@+3 {{has mismatched number of start indices (1) and the rank of operand (2)}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, dynamic_slice}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_slice"(%operand, %start0) <{slice_sizes = array<i64: 4>}> : (tensor<3x5xf32>, tensor<i64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
