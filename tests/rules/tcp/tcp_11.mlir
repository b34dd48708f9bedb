// tcp.gather_nd, TCP-11: r + q - k - 1 dimensions, k = 0 among them.

func.func @rows(%a: tensor<5x7x3xf32>, %i: tensor<4x2xi64>) -> tensor<4x3xf32> {
  %0 = tcp.gather_nd %a, %i : tensor<5x7x3xf32>, tensor<4x2xi64> -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @elements(%a: tensor<1x20x30xf32>, %i: tensor<1x5x20x3xi64>) -> tensor<1x5x20xf32> {
  %0 = tcp.gather_nd %a, %i : tensor<1x20x30xf32>, tensor<1x5x20x3xi64> -> tensor<1x5x20xf32>
  return %0 : tensor<1x5x20xf32>
}

// -----

func.func @no_coordinates(%a: tensor<5x7xf32>, %i: tensor<4x0xi64>) -> tensor<4x5x7xf32> {
  %0 = tcp.gather_nd %a, %i : tensor<5x7xf32>, tensor<4x0xi64> -> tensor<4x5x7xf32>
  return %0 : tensor<4x5x7xf32>
}

// -----

func.func @dynamic(%a: tensor<?x7x?xf32>, %i: tensor<?x2xi64>) -> tensor<?x?xf32> {
  %0 = tcp.gather_nd %a, %i : tensor<?x7x?xf32>, tensor<?x2xi64> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
