// ONNX: elements put into columns
func.func @main(%x: tensor<3x4xf32>, %i: tensor<2x4xi64>, %u: tensor<2x4xf32>) -> tensor<3x4xf32> {
  %r = "onnx.ScatterElements"(%x, %i, %u) {axis = 0 : si64, reduction = "none"}
    : (tensor<3x4xf32>, tensor<2x4xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}
