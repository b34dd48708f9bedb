// Convolutions; values by loops in numpy.
func.func @valid() {
  %x0 = onnx.Constant dense<[[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]]]]> : tensor<1x1x4x4xf32>
  %x1 = onnx.Constant dense<[[[[1.0, 0.0], [0.0, -1.0]]]]> : tensor<1x1x2x2xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %r = "onnx.Conv"(%x0, %x1, %n) : (tensor<1x1x4x4xf32>, tensor<1x1x2x2xf32>, none) -> tensor<1x1x3x3xf32>
  check.expect_eq_const %r, dense<[[[[-5.0, -5.0, -5.0], [-5.0, -5.0, -5.0], [-5.0, -5.0, -5.0]]]]> : tensor<1x1x3x3xf32>
  return
}

func.func @padded() {
  %x0 = onnx.Constant dense<[[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]]]]> : tensor<1x1x4x4xf32>
  %x1 = onnx.Constant dense<[[[[1.0, 0.0], [0.0, -1.0]]]]> : tensor<1x1x2x2xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %r = "onnx.Conv"(%x0, %x1, %n) {pads = [1, 1, 1, 1], strides = [2, 2], kernel_shape = [2, 2]} : (tensor<1x1x4x4xf32>, tensor<1x1x2x2xf32>, none) -> tensor<1x1x3x3xf32>
  check.expect_eq_const %r, dense<[[[[-1.0, -3.0, 0.0], [-9.0, -5.0, 8.0], [0.0, 14.0, 16.0]]]]> : tensor<1x1x3x3xf32>
  return
}

func.func @dilated() {
  %x0 = onnx.Constant dense<[[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]]]]> : tensor<1x1x4x4xf32>
  %x1 = onnx.Constant dense<[[[[1.0, 0.0], [0.0, -1.0]]]]> : tensor<1x1x2x2xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %r = "onnx.Conv"(%x0, %x1, %n) {dilations = [2, 2]} : (tensor<1x1x4x4xf32>, tensor<1x1x2x2xf32>, none) -> tensor<1x1x2x2xf32>
  check.expect_eq_const %r, dense<[[[[-10.0, -10.0], [-10.0, -10.0]]]]> : tensor<1x1x2x2xf32>
  return
}

func.func @same_lower() {
  %x0 = onnx.Constant dense<[[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]]]]> : tensor<1x1x4x4xf32>
  %x1 = onnx.Constant dense<[[[[1.0, 0.0], [0.0, -1.0]]]]> : tensor<1x1x2x2xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %r = "onnx.Conv"(%x0, %x1, %n) {auto_pad = "SAME_LOWER"} : (tensor<1x1x4x4xf32>, tensor<1x1x2x2xf32>, none) -> tensor<1x1x4x4xf32>
  check.expect_eq_const %r, dense<[[[[-1.0, -2.0, -3.0, -4.0], [-5.0, -5.0, -5.0, -5.0], [-9.0, -5.0, -5.0, -5.0], [-13.0, -5.0, -5.0, -5.0]]]]> : tensor<1x1x4x4xf32>
  return
}

func.func @groups_and_bias() {
  %x0 = onnx.Constant dense<[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]], [[7.0], [8.0], [9.0]], [[10.0], [11.0], [12.0]]]]> : tensor<1x4x3x1xf32>
  %x1 = onnx.Constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>
  %x2 = onnx.Constant dense<[100.0, 200.0]> : tensor<2xf32>
  %r = "onnx.Conv"(%x0, %x1, %x2) {group = 2 : si64} : (tensor<1x4x3x1xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x3x1xf32>
  check.expect_eq_const %r, dense<[[[[109.0], [112.0], [115.0]], [[261.0], [268.0], [275.0]]]]> : tensor<1x2x3x1xf32>
  return
}
