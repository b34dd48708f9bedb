func.func @main(%x: tensor<5x0xf32>, %i: tensor<3xi64>, %j: tensor<0xi64>, %y: tensor<0x4xf32>) -> (tensor<3x0xf32>, tensor<0x0xf32>, tensor<0x4xf32>) {
  %a = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<5x0xf32>, tensor<3xi64>) -> tensor<3x0xf32>
  %b = "onnx.Gather"(%x, %j) {axis = 0 : si64} : (tensor<5x0xf32>, tensor<0xi64>) -> tensor<0x0xf32>
  %c = "onnx.Gather"(%y, %j) {axis = 0 : si64} : (tensor<0x4xf32>, tensor<0xi64>) -> tensor<0x4xf32>
  return %a, %b, %c : tensor<3x0xf32>, tensor<0x0xf32>, tensor<0x4xf32>
}
