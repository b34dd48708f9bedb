// tcp.gather_nd, TCP-12: the messages, which stand without the op's name.

func.func @rank_0(%a: tensor<5x7xf32>, %i: tensor<i64>) -> tensor<5x7xf32> {
  // expected-error@+2 {{indicies tensor should have a rank of at least one}}
  // expected-note@+1 {{rule TCP-12 of the TCP dialect, tcp.gather_nd}}
  %0 = tcp.gather_nd %a, %i : tensor<5x7xf32>, tensor<i64> -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// -----

func.func @dynamic(%a: tensor<5x7xf32>, %i: tensor<4x?xi64>) -> tensor<4x7xf32> {
  // expected-error@+2 {{Last dimension of the indicies tensor can not be dynamic}}
  // expected-note@+1 {{rule TCP-12 of the TCP dialect, tcp.gather_nd}}
  %0 = tcp.gather_nd %a, %i : tensor<5x7xf32>, tensor<4x?xi64> -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

// -----

func.func @too_many(%a: tensor<5x7xf32>, %i: tensor<4x3xi64>) -> tensor<4xf32> {
  // expected-error@+2 {{The last dimension of the indicies tensor should be used to index into the input tensor.  Its shape is too large}}
  // expected-note@+1 {{rule TCP-12 of the TCP dialect, tcp.gather_nd}}
  %0 = tcp.gather_nd %a, %i : tensor<5x7xf32>, tensor<4x3xi64> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @shape(%a: tensor<5x7xf32>, %i: tensor<4x1xi64>) -> tensor<4x5xf32> {
  // expected-error@+2 {{Output shape of tcp.gather_nd does not match what is expected 'tensor<4x7xf32>' != 'tensor<4x5xf32>'}}
  // expected-note@+1 {{rule TCP-12 of the TCP dialect, tcp.gather_nd}}
  %0 = tcp.gather_nd %a, %i : tensor<5x7xf32>, tensor<4x1xi64> -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @element(%a: tensor<5x7xf32>, %i: tensor<4x1xi64>) -> tensor<4x7xf64> {
  // expected-error@+2 {{Output shape of tcp.gather_nd does not match what is expected 'tensor<4x7xf32>' != 'tensor<4x7xf64>'}}
  // expected-note@+1 {{rule TCP-12 of the TCP dialect, tcp.gather_nd}}
  %0 = tcp.gather_nd %a, %i : tensor<5x7xf32>, tensor<4x1xi64> -> tensor<4x7xf64>
  return %0 : tensor<4x7xf64>
}

// -----

func.func @static_for_dynamic(%a: tensor<5x?xf32>, %i: tensor<4x1xi64>) -> tensor<4x7xf32> {
  // expected-error@+2 {{Output shape of tcp.gather_nd does not match what is expected 'tensor<4x?xf32>' != 'tensor<4x7xf32>'}}
  // expected-note@+1 {{rule TCP-12 of the TCP dialect, tcp.gather_nd}}
  %0 = tcp.gather_nd %a, %i : tensor<5x?xf32>, tensor<4x1xi64> -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}
