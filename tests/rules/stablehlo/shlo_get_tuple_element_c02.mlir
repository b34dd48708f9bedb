// get_tuple_element C2: the result has the member's type.

func.func @bad(%t: tuple<tensor<i32>>) {
  // expected-error@+2 {{'stablehlo.get_tuple_element' op inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.get_tuple_element' op failed to infer returned types}}
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<i32>>) -> tensor<f32>
  func.return
}
