// dynamic_slice C3: start indices have one type.

func.func @unsigned(%operand: tensor<3x5xf32>, %start0: tensor<ui8>, %start1: tensor<ui8>) -> tensor<1x4xf32> {
  %0 = "stablehlo.dynamic_slice"(%operand, %start0, %start1) <{slice_sizes = array<i64: 1, 4>}> : (tensor<3x5xf32>, tensor<ui8>, tensor<ui8>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -----

func.func @two_types(%operand: tensor<3x5xf32>, %start0: tensor<i64>, %start1: tensor<i32>) -> tensor<1x4xf32> {
  // expected-error@+3 {{start indices must have same element type}}
  // expected-note@+2 {{rule C3 of the StableHLO spec, dynamic_slice}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_slice"(%operand, %start0, %start1) <{slice_sizes = array<i64: 1, 4>}> : (tensor<3x5xf32>, tensor<i64>, tensor<i32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}
