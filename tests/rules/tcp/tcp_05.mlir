// tcp.gather, TCP-5: ranks.

func.func @ranks(%a: tensor<3x4xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  // expected-error@+2 {{'tcp.gather' op requires that the input tensor and indices are the same rank}}
  // expected-note@+1 {{rule TCP-5 of the TCP dialect, tcp.gather}}
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x4xf32>, tensor<2xi64> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
