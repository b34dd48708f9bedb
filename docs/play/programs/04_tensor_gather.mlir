// tensor: slices by coordinates
// Each pair of %at names a row of three; the dimensions in gather_dims are those that the pair is about.
func.func @main(%x: tensor<3x4x3xf32>, %at: tensor<5x2xindex>) -> tensor<5x3xf32> {
  %r = tensor.gather %x[%at] gather_dims([0, 1]) : (tensor<3x4x3xf32>, tensor<5x2xindex>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}
