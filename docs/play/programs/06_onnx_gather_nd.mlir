// ONNX: elements by coordinates
// A negative index counts from the end; one that is out of range is an error.
func.func @main(%x: tensor<3x4xf32>, %at: tensor<5x2xi64>) -> tensor<5xf32> {
  %r = "onnx.GatherND"(%x, %at) {batch_dims = 0 : si64} : (tensor<3x4xf32>, tensor<5x2xi64>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}
