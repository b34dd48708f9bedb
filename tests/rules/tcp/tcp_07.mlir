// tcp.gather, TCP-7: the result's shape.

func.func @shape(%a: tensor<3x4xf32>, %i: tensor<2x4xi64>) -> tensor<3x4xf32> {
  // expected-error@+2 {{'tcp.gather' op Expect the shape of the indicies to match the output shape}}
  // expected-note@+1 {{rule TCP-7 of the TCP dialect, tcp.gather}}
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x4xf32>, tensor<2x4xi64> -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
