// tcp.gather, TCP-1: ranks equal, the result shaped exactly as the indices, elements the input's.

func.func @good(%a: tensor<?x?xf32>, %i: tensor<2x?xi64>) -> tensor<2x?xf32> {
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<?x?xf32>, tensor<2x?xi64> -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

func.func @static_for_dynamic(%a: tensor<3x4xf32>, %i: tensor<2x?xi64>) -> tensor<2x4xf32> {
  // expected-error@+2 {{'tcp.gather' op Expect the shape of the indicies to match the output shape}}
  // expected-note@+1 {{rule TCP-7 of the TCP dialect, tcp.gather}}
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x4xf32>, tensor<2x?xi64> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  %0 = tcp.gather %a, %i {dim = 0} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  %0 = tcp.gather %a, %i {dim = 0} : tensor<2xf32> -> tensor<2xf32>
  return
}
