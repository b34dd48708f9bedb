func.func @main(%x: tensor<4x8xf32>, %i: tensor<3xi64>) -> tensor<3x8xf32> {
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<4x8xf32>, tensor<3xi64>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}
