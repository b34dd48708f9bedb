// TCP: an element of each column
func.func @main(%x: tensor<4x3xf32>, %i: tensor<2x3xi64>) -> tensor<2x3xf32> {
  %r = tcp.gather %x, %i {dim = 0 : index} : tensor<4x3xf32>, tensor<2x3xi64> -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
