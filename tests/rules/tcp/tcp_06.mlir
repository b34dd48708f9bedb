// tcp.gather, TCP-6: the message, spelling and double space included.

func.func @longer(%a: tensor<3x4x5xf32>, %i: tensor<3x4x6xi64>) -> tensor<3x4x6xf32> {
  // expected-error@+2 {{'tcp.gather' op indicies index 2 expected to be less than or equal to input  (6 <= 5)}}
  // expected-note@+1 {{rule TCP-6 of the TCP dialect, tcp.gather}}
  %0 = tcp.gather %a, %i {dim = 1 : index} : tensor<3x4x5xf32>, tensor<3x4x6xi64> -> tensor<3x4x6xf32>
  return %0 : tensor<3x4x6xf32>
}
