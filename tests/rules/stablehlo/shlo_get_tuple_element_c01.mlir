// get_tuple_element C1: the index is one of the tuple's.

func.func @bad(%t: tuple<tensor<i32>>) {
  // expected-error@+3 {{index 1 is out of bounds of operand with size 1}}
  // expected-note@+2 {{rule C1 of the StableHLO spec, get_tuple_element}}
  // expected-error@+1 {{'stablehlo.get_tuple_element' op failed to infer returned types}}
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>>) -> tensor<i32>
  func.return
}
