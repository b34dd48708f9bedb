// dynamic_slice C1: the result has elements of operand's type.

func.func @good(%operand: tensor<3x5xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<1x4xf32> {
  %0 = "stablehlo.dynamic_slice"(%operand, %start0, %start1) <{slice_sizes = array<i64: 1, 4>}> : (tensor<3x5xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -----

func.func @other_type(%operand: tensor<3x5xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<1x4xf64> {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to verify that all of {operand, result} have same element type}}
  %0 = "stablehlo.dynamic_slice"(%operand, %start0, %start1) <{slice_sizes = array<i64: 1, 4>}> : (tensor<3x5xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf64>
  return %0 : tensor<1x4xf64>
}
