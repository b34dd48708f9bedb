// tcp.gather, TCP-8: the element type, told by the trait.

func.func @element(%a: tensor<3x4xf32>, %i: tensor<2x4xi64>) -> tensor<2x4xf64> {
  // expected-error@+2 {{'tcp.gather' op failed to verify that all of {input, out} have same element type}}
  // expected-note@+1 {{rule TCP-8 of the TCP dialect, tcp.gather}}
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x4xf32>, tensor<2x4xi64> -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}
