// get_tuple_element C1: the index is one of the tuple's.

func.func @bad(%t: tuple<tensor<i32>>) {
  // expected-error@+3 {{index 1 is out of bounds of operand with size 1}}
  // expected-note@+2 {{rule C1 of the StableHLO spec, get_tuple_element}}
  // expected-error@+1 {{'stablehlo.get_tuple_element' op failed to infer returned types}}
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>>) -> tensor<i32>
  func.return
}

// -----

func.func @f(%t: tuple<tensor<2xf32>>) {
  // expected-error@+1 {{attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.get_tuple_element"(%t) <{index = -1 : i32}> : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%t: tuple<tensor<2xf32>>) {
  // expected-error@+1 {{attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.get_tuple_element"(%t) <{index = 0 : i64}> : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%t: tuple<i32>) {
  // expected-error@+1 {{operand #0 must be nested tuple with any combination of ranked tensor of}}
  %0 = "stablehlo.get_tuple_element"(%t) <{index = 0 : i32}> : (tuple<i32>) -> i32
  return
}

// -----

func.func @f(%t: tensor<i32>) {
  // expected-error@+1 {{operand #0 must be nested tuple with any combination of ranked tensor of}}
  %0 = "stablehlo.get_tuple_element"(%t) <{index = 0 : i32}> : (tensor<i32>) -> tensor<i32>
  return
}
