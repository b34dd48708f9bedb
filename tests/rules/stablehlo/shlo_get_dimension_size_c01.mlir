// get_dimension_size C1: the dimension is one of the operand's.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+3 {{requires dimension attribute in range [0, 2); found (2)}}
  // expected-note@+2 {{rule C1 of the StableHLO spec, get_dimension_size}}
  // expected-error@+1 {{'stablehlo.get_dimension_size' op failed to infer returned types}}
  %0 = stablehlo.get_dimension_size %a, dim = 2 : (tensor<2x3xf32>) -> tensor<i32>
  func.return
}
