// dynamic_slice C5: the result has the shape slice_sizes.

func.func @good(%operand: tensor<3x5xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<1x4xf32> {
  %0 = "stablehlo.dynamic_slice"(%operand, %start0, %start1) <{slice_sizes = array<i64: 1, 4>}> : (tensor<3x5xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -----

func.func @unknown_extent(%operand: tensor<3x5xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<?x4xf32> {
  %0 = "stablehlo.dynamic_slice"(%operand, %start0, %start1) <{slice_sizes = array<i64: 1, 4>}> : (tensor<3x5xf32>, tensor<i64>, tensor<i64>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @other_shape(%operand: tensor<3x5xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<1x5xf32> {
  // expected-error@+2 {{'stablehlo.dynamic_slice' op inferred type(s) 'tensor<1x4xf32>' are incompatible with return type(s) of operation 'tensor<1x5xf32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_slice"(%operand, %start0, %start1) <{slice_sizes = array<i64: 1, 4>}> : (tensor<3x5xf32>, tensor<i64>, tensor<i64>) -> tensor<1x5xf32>
  return %0 : tensor<1x5xf32>
}
