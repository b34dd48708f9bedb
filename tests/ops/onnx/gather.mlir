// onnx.Gather: whole slices along axis, indices of any rank, negative ones from the end.

func.func @axis_0() {
  %x = onnx.Constant dense<[[1.0, 1.2], [2.3, 3.4], [4.5, 5.7]]> : tensor<3x2xf32>
  %i = onnx.Constant dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>
  %y = "onnx.Gather"(%x, %i) {axis = 0 : si64, onnx_node_name = "g"} : (tensor<3x2xf32>, tensor<2x2xi64>) -> tensor<2x2x2xf32>
  check.expect_eq_const %y, dense<[[[1.0, 1.2], [2.3, 3.4]], [[2.3, 3.4], [4.5, 5.7]]]> : tensor<2x2x2xf32>
  return
}

func.func @axis_1() {
  %x = onnx.Constant dense<[[1.0, 1.2, 1.9], [2.3, 3.4, 3.9], [4.5, 5.7, 5.9]]> : tensor<3x3xf32>
  %i = onnx.Constant dense<[[0, 2]]> : tensor<1x2xi32>
  %y = "onnx.Gather"(%x, %i) {axis = 1 : si64} : (tensor<3x3xf32>, tensor<1x2xi32>) -> tensor<3x1x2xf32>
  check.expect_eq_const %y, dense<[[[1.0, 1.9]], [[2.3, 3.9]], [[4.5, 5.9]]]> : tensor<3x1x2xf32>
  return
}

func.func @negative_indices_and_axis() {
  %x = onnx.Constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %i = onnx.Constant dense<[-1, 0, -3, 2]> : tensor<4xi64>
  %y = "onnx.Gather"(%x, %i) {axis = -1 : si64} : (tensor<2x3xi32>, tensor<4xi64>) -> tensor<2x4xi32>
  check.expect_eq_const %y, dense<[[2, 0, 0, 2], [5, 3, 3, 5]]> : tensor<2x4xi32>
  return
}

// A scalar index drops the axis; axis is 0 unless said.
func.func @scalar() {
  %x = onnx.Constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi8>
  %i = onnx.Constant dense<-1> : tensor<i64>
  %y = "onnx.Gather"(%x, %i) : (tensor<2x3xi8>, tensor<i64>) -> tensor<3xi8>
  check.expect_eq_const %y, dense<[3, 4, 5]> : tensor<3xi8>
  return
}

// No index asks for nothing, even where there is nothing.
func.func @no_indices() {
  %x = onnx.Constant dense<> : tensor<0x3xf32>
  %i = onnx.Constant dense<> : tensor<0xi64>
  %y = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<0x3xf32>
  check.expect_eq_const %y, dense<> : tensor<0x3xf32>
  return
}

func.func @dynamic() {
  %x = onnx.Constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = onnx.Constant dense<[2, -3]> : tensor<2xi64>
  %d = tensor.cast %i : tensor<2xi64> to tensor<?xi64>
  %y = "onnx.Gather"(%x, %d) {axis = 0 : si64} : (tensor<3xi32>, tensor<?xi64>) -> tensor<?xi32>
  %z = tensor.cast %y : tensor<?xi32> to tensor<2xi32>
  check.expect_eq_const %z, dense<[3, 1]> : tensor<2xi32>
  return
}
