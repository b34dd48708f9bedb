// TTNN: along the last dimension
func.func @main(%x: tensor<2x6xbf16>, %i: tensor<2x4xui16>) -> tensor<2x4xbf16> {
  %r = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<2x6xbf16>, tensor<2x4xui16>) -> tensor<2x4xbf16>
  return %r : tensor<2x4xbf16>
}
