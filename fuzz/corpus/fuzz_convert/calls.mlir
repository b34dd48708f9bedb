func.func private @helper(%x: tensor<5x4xf32>, %i: tensor<3xi64>) -> (tensor<3x4xf32>, tensor<3xi64>) {
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<5x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  return %0, %i : tensor<3x4xf32>, tensor<3xi64>
}
func.func @main(%x: tensor<5x4xf32>, %i: tensor<3xi64>) -> (tensor<3x4xf32>, tensor<3xi64>) {
  %0:2 = call @helper(%x, %i) : (tensor<5x4xf32>, tensor<3xi64>) -> (tensor<3x4xf32>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<3xi64>
}
