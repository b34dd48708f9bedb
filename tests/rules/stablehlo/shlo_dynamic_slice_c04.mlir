// dynamic_slice C4: a slice fits inside operand.

func.func @whole(%operand: tensor<3x5xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<3x5xf32> {
  %0 = "stablehlo.dynamic_slice"(%operand, %start0, %start1) <{slice_sizes = array<i64: 3, 5>}> : (tensor<3x5xf32>, tensor<i64>, tensor<i64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func @empty(%operand: tensor<3x5xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<0x5xf32> {
  %0 = "stablehlo.dynamic_slice"(%operand, %start0, %start1) <{slice_sizes = array<i64: 0, 5>}> : (tensor<3x5xf32>, tensor<i64>, tensor<i64>) -> tensor<0x5xf32>
  return %0 : tensor<0x5xf32>
}

// -----

func.func @negative(%operand: tensor<3x5xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<1x4xf32> {
  // expected-error@+3 {{has negative size index to dynamic slice: -1}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, dynamic_slice}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_slice"(%operand, %start0, %start1) <{slice_sizes = array<i64: -1, 4>}> : (tensor<3x5xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -----

func.func @too_large(%operand: tensor<3x5xf32>, %start0: tensor<i64>, %start1: tensor<i64>) -> tensor<1x6xf32> {
  // expected-error@+3 {{has slice size 6 greater than dimension size 5 in dimension 1 of operand}}
  // expected-note@+2 {{rule C4 of the StableHLO spec, dynamic_slice}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_slice"(%operand, %start0, %start1) <{slice_sizes = array<i64: 1, 6>}> : (tensor<3x5xf32>, tensor<i64>, tensor<i64>) -> tensor<1x6xf32>
  return %0 : tensor<1x6xf32>
}

// -----

func.func @f(%a: tensor<?xf32>, %i: tensor<i32>) {
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [5] : (tensor<?xf32>, tensor<i32>) -> tensor<5xf32>
  return
}
