// tcp.gather, TCP-3: beside dim, the indices may be shorter than the input; along dim, as long as they like.

func.func @shorter(%a: tensor<3x4xf32>, %i: tensor<9x2xi64>) -> tensor<9x2xf32> {
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x4xf32>, tensor<9x2xi64> -> tensor<9x2xf32>
  return %0 : tensor<9x2xf32>
}

// -----

func.func @unknown(%a: tensor<3x?xf32>, %i: tensor<9x7xi64>) -> tensor<9x7xf32> {
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x?xf32>, tensor<9x7xi64> -> tensor<9x7xf32>
  return %0 : tensor<9x7xf32>
}

// -----

func.func @longer(%a: tensor<3x4xf32>, %i: tensor<2x5xi64>) -> tensor<2x5xf32> {
  // expected-error@+2 {{'tcp.gather' op indicies index 1 expected to be less than or equal to input  (5 <= 4)}}
  // expected-note@+1 {{rule TCP-6 of the TCP dialect, tcp.gather}}
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x4xf32>, tensor<2x5xi64> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
