// Shapes and lists that only the run knows: a translation leaves such operators as they are.

func.func @broadcast_of_an_unknown_shape() {
  %a = onnx.Constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %d = tensor.cast %a : tensor<1x3xi32> to tensor<?x?xi32>
  %b = onnx.Constant dense<[[10, 20, 30], [40, 50, 60]]> : tensor<2x3xi32>
  %0 = "onnx.Add"(%d, %b) : (tensor<?x?xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[11, 22, 33], [41, 52, 63]]> : tensor<2x3xi32>
  %1 = "onnx.Mul"(%b, %d) : (tensor<2x3xi32>, tensor<?x?xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[10, 40, 90], [40, 100, 180]]> : tensor<2x3xi32>
  return
}

func.func @pads_of_the_run() {
  %x = onnx.Constant dense<[1, 2]> : tensor<2xi32>
  %p = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  %q = tensor.cast %p : tensor<2xi64> to tensor<?xi64>
  %pads = tensor.cast %q : tensor<?xi64> to tensor<2xi64>
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Pad"(%x, %pads, %none, %none) : (tensor<2xi32>, tensor<2xi64>, none, none) -> tensor<5xi32>
  check.expect_eq_const %0, dense<[0, 1, 2, 0, 0]> : tensor<5xi32>
  return
}
