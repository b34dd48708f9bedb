// TOSA: rows of each batch
func.func @main(%x: tensor<2x3x2xf32>, %i: tensor<2x4xi32>) -> tensor<2x4x2xf32> {
  %r = tosa.gather %x, %i : (tensor<2x3x2xf32>, tensor<2x4xi32>) -> tensor<2x4x2xf32>
  return %r : tensor<2x4x2xf32>
}
