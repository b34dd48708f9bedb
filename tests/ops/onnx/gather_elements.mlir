// onnx.GatherElements: one element per index along axis; elsewhere the indices may be shorter.

func.func @axis_1() {
  %x = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %i = onnx.Constant dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>
  %y = "onnx.GatherElements"(%x, %i) {axis = 1 : si64} : (tensor<2x2xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
  check.expect_eq_const %y, dense<[[1.0, 1.0], [4.0, 3.0]]> : tensor<2x2xf32>
  return
}

func.func @negative() {
  %x = onnx.Constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %i = onnx.Constant dense<[[-1, -2, 0], [-2, 0, 0]]> : tensor<2x3xi64>
  %y = "onnx.GatherElements"(%x, %i) {axis = 0 : si64} : (tensor<3x3xi32>, tensor<2x3xi64>) -> tensor<2x3xi32>
  check.expect_eq_const %y, dense<[[7, 5, 3], [4, 2, 3]]> : tensor<2x3xi32>
  return
}

func.func @shorter_beside_the_axis() {
  %x = onnx.Constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = onnx.Constant dense<[[2, 2, 0, -3]]> : tensor<1x4xi32>
  %y = "onnx.GatherElements"(%x, %i) {axis = -1 : si64} : (tensor<2x3xi32>, tensor<1x4xi32>) -> tensor<1x4xi32>
  check.expect_eq_const %y, dense<[[3, 3, 1, 1]]> : tensor<1x4xi32>
  return
}

func.func @no_indices() {
  %x = onnx.Constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = onnx.Constant dense<> : tensor<0x3xi64>
  %y = "onnx.GatherElements"(%x, %i) {axis = 0 : si64} : (tensor<2x3xi32>, tensor<0x3xi64>) -> tensor<0x3xi32>
  check.expect_eq_const %y, dense<> : tensor<0x3xi32>
  return
}
