// tcp.gather_slice, TCP-14: the dim makes way for the indices' dimensions.

func.func @good(%a: tensor<3x4x5xf32>, %i: tensor<2x6xi64>) -> tensor<3x2x6x5xf32> {
  %0 = tcp.gather_slice %a, %i {dim = 1 : index} : tensor<3x4x5xf32>, tensor<2x6xi64> -> tensor<3x2x6x5xf32>
  return %0 : tensor<3x2x6x5xf32>
}

// -----

func.func @one(%a: tensor<3x4xf32>, %i: tensor<i64>) -> tensor<4xf32> {
  %0 = tcp.gather_slice %a, %i {dim = 0} : tensor<3x4xf32>, tensor<i64> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @shape(%a: tensor<3x4x5xf32>, %i: tensor<2x6xi64>) -> tensor<3x2x5xf32> {
  // expected-error@+2 {{Output shape of tcp.gather_slice does not match what is expected 'tensor<3x2x6x5xf32>' != 'tensor<3x2x5xf32>'}}
  // expected-note@+1 {{rule TCP-14 of the TCP dialect, tcp.gather_slice}}
  %0 = tcp.gather_slice %a, %i {dim = 1 : index} : tensor<3x4x5xf32>, tensor<2x6xi64> -> tensor<3x2x5xf32>
  return %0 : tensor<3x2x5xf32>
}

// -----

func.func @dim(%a: tensor<3x4x5xf32>, %i: tensor<2x6xi64>) -> tensor<3x2x5xf32> {
  // expected-error@+2 {{'tcp.gather_slice' op dim is 3, expected a dimension of the input: at least 0, less than 3}}
  // expected-note@+1 {{rule TCP-9 of the TCP dialect, tcp.gather_slice}}
  %0 = tcp.gather_slice %a, %i {dim = 3 : index} : tensor<3x4x5xf32>, tensor<2x6xi64> -> tensor<3x2x5xf32>
  return %0 : tensor<3x2x5xf32>
}
