// slice C2: a start, a limit and a stride per dimension.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{the number of elements in start_indices (1) does not match the rank of the operand (2)}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, slice}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %a [0:1] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op failed to verify that all of {start_indices, limit_indices, strides} have same size}}
  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1>, strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  func.return
}

// -----

func.func @bad_3(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op failed to verify that all of {start_indices, limit_indices, strides} have same size}}
  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1, 1>, strides = array<i64>} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  func.return
}
