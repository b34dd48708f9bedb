// onnx.ScatterElements: every reduction, duplicates, negative indices.

func.func @axis_0() {
  %x = onnx.Constant dense<0.0> : tensor<3x3xf32>
  %i = onnx.Constant dense<[[1, 0, 2], [0, 2, 1]]> : tensor<2x3xi64>
  %u = onnx.Constant dense<[[1.0, 1.1, 1.2], [2.0, 2.1, 2.2]]> : tensor<2x3xf32>
  %y = "onnx.ScatterElements"(%x, %i, %u) {axis = 0 : si64, reduction = "none"} : (tensor<3x3xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<3x3xf32>
  check.expect_eq_const %y, dense<[[2.0, 1.1, 0.0], [1.0, 0.0, 2.2], [0.0, 2.1, 1.2]]> : tensor<3x3xf32>
  return
}

func.func @axis_1_negative() {
  %x = onnx.Constant dense<[[1, 2, 3, 4, 5]]> : tensor<1x5xi32>
  %i = onnx.Constant dense<[[1, -2]]> : tensor<1x2xi64>
  %u = onnx.Constant dense<[[11, 21]]> : tensor<1x2xi32>
  %y = "onnx.ScatterElements"(%x, %i, %u) {axis = 1 : si64} : (tensor<1x5xi32>, tensor<1x2xi64>, tensor<1x2xi32>) -> tensor<1x5xi32>
  check.expect_eq_const %y, dense<[[1, 11, 3, 21, 5]]> : tensor<1x5xi32>
  return
}

// -2 of 5 is 3, the same place as 3.
func.func @duplicates() {
  %x = onnx.Constant dense<[[1, 2, 3, 4, 5]]> : tensor<1x5xi32>
  %i = onnx.Constant dense<[[3, 1, -2]]> : tensor<1x3xi32>
  %u = onnx.Constant dense<[[7, -6, 2]]> : tensor<1x3xi32>
  %none = "onnx.ScatterElements"(%x, %i, %u) {axis = -1 : si64, reduction = "none"} : (tensor<1x5xi32>, tensor<1x3xi32>, tensor<1x3xi32>) -> tensor<1x5xi32>
  check.expect_eq_const %none, dense<[[1, -6, 3, 2, 5]]> : tensor<1x5xi32>
  %add = "onnx.ScatterElements"(%x, %i, %u) {axis = 1 : si64, reduction = "add"} : (tensor<1x5xi32>, tensor<1x3xi32>, tensor<1x3xi32>) -> tensor<1x5xi32>
  check.expect_eq_const %add, dense<[[1, -4, 3, 13, 5]]> : tensor<1x5xi32>
  %mul = "onnx.ScatterElements"(%x, %i, %u) {axis = 1 : si64, reduction = "mul"} : (tensor<1x5xi32>, tensor<1x3xi32>, tensor<1x3xi32>) -> tensor<1x5xi32>
  check.expect_eq_const %mul, dense<[[1, -12, 3, 56, 5]]> : tensor<1x5xi32>
  %max = "onnx.ScatterElements"(%x, %i, %u) {axis = 1 : si64, reduction = "max"} : (tensor<1x5xi32>, tensor<1x3xi32>, tensor<1x3xi32>) -> tensor<1x5xi32>
  check.expect_eq_const %max, dense<[[1, 2, 3, 7, 5]]> : tensor<1x5xi32>
  %min = "onnx.ScatterElements"(%x, %i, %u) {axis = 1 : si64, reduction = "min"} : (tensor<1x5xi32>, tensor<1x3xi32>, tensor<1x3xi32>) -> tensor<1x5xi32>
  check.expect_eq_const %min, dense<[[1, -6, 3, 2, 5]]> : tensor<1x5xi32>
  return
}

func.func @no_indices() {
  %x = onnx.Constant dense<[[1, 2]]> : tensor<1x2xi32>
  %i = onnx.Constant dense<> : tensor<1x0xi64>
  %u = onnx.Constant dense<> : tensor<1x0xi32>
  %y = "onnx.ScatterElements"(%x, %i, %u) {axis = 1 : si64} : (tensor<1x2xi32>, tensor<1x0xi64>, tensor<1x0xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %y, dense<[[1, 2]]> : tensor<1x2xi32>
  return
}
