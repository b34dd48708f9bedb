// The ops that look at a tensor in another shape.

func.func @reshape() {
  %x = onnx.Constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %s = onnx.Constant dense<[3, 2]> : tensor<2xi64>
  %0 = "onnx.Reshape"(%x, %s) {allowzero = 0 : si64} : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  // 0 keeps the extent, -1 takes what is left.
  %t = onnx.Constant dense<[0, 1, -1]> : tensor<3xi64>
  %1 = "onnx.Reshape"(%x, %t) : (tensor<2x3xi32>, tensor<3xi64>) -> tensor<2x1x3xi32>
  check.expect_eq_const %1, dense<[[[1, 2, 3]], [[4, 5, 6]]]> : tensor<2x1x3xi32>
  return
}

func.func @reshape_of_nothing() {
  %x = onnx.Constant dense<> : tensor<0x3xi32>
  %s = onnx.Constant dense<[3, 0]> : tensor<2xi64>
  %0 = "onnx.Reshape"(%x, %s) {allowzero = 1 : si64} : (tensor<0x3xi32>, tensor<2xi64>) -> tensor<3x0xi32>
  check.expect_eq_const %0, dense<> : tensor<3x0xi32>
  return
}

// A shape that only the run knows.
func.func @reshape_dynamic() {
  %x = onnx.Constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %a = onnx.Constant dense<[2, -3]> : tensor<2xi64>
  %b = onnx.Constant dense<2> : tensor<i64>
  %s = "onnx.Add"(%a, %b) : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %0 = "onnx.Reshape"(%x, %s) : (tensor<2x2xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %1 = tensor.cast %0 : tensor<?x?xi32> to tensor<4x1xi32>
  check.expect_eq_const %1, dense<[[1], [2], [3], [4]]> : tensor<4x1xi32>
  return
}

func.func @transpose() {
  %x = onnx.Constant dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi32>
  %0 = "onnx.Transpose"(%x) {perm = [2, 0, 1]} : (tensor<1x2x3xi32>) -> tensor<3x1x2xi32>
  check.expect_eq_const %0, dense<[[[1, 4]], [[2, 5]], [[3, 6]]]> : tensor<3x1x2xi32>
  %1 = "onnx.Transpose"(%x) : (tensor<1x2x3xi32>) -> tensor<3x2x1xi32>
  check.expect_eq_const %1, dense<[[[1], [4]], [[2], [5]], [[3], [6]]]> : tensor<3x2x1xi32>
  // What is no view any more.
  %s = onnx.Constant dense<[6]> : tensor<1xi64>
  %2 = "onnx.Reshape"(%1, %s) : (tensor<3x2x1xi32>, tensor<1xi64>) -> tensor<6xi32>
  check.expect_eq_const %2, dense<[1, 4, 2, 5, 3, 6]> : tensor<6xi32>
  return
}

// Data and shape broadcast against each other: neither needs to be the larger one.
func.func @expand() {
  %x = onnx.Constant dense<[[1], [2], [3]]> : tensor<3x1xi32>
  %s = onnx.Constant dense<[2, 1, 2]> : tensor<3xi64>
  %0 = "onnx.Expand"(%x, %s) : (tensor<3x1xi32>, tensor<3xi64>) -> tensor<2x3x2xi32>
  check.expect_eq_const %0, dense<[[[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2], [3, 3]]]> : tensor<2x3x2xi32>
  %t = onnx.Constant dense<[1]> : tensor<1xi64>
  %1 = "onnx.Expand"(%x, %t) : (tensor<3x1xi32>, tensor<1xi64>) -> tensor<3x1xi32>
  check.expect_eq_const %1, dense<[[1], [2], [3]]> : tensor<3x1xi32>
  return
}

func.func @units() {
  %x = onnx.Constant dense<[1, 2]> : tensor<2xi32>
  %a = onnx.Constant dense<[-1, 0]> : tensor<2xi64>
  %0 = "onnx.Unsqueeze"(%x, %a) : (tensor<2xi32>, tensor<2xi64>) -> tensor<1x2x1xi32>
  check.expect_eq_const %0, dense<[[[1], [2]]]> : tensor<1x2x1xi32>
  %b = onnx.Constant dense<-1> : tensor<1xi64>
  %1 = "onnx.Squeeze"(%0, %b) : (tensor<1x2x1xi32>, tensor<1xi64>) -> tensor<1x2xi32>
  check.expect_eq_const %1, dense<[[1, 2]]> : tensor<1x2xi32>
  %none = "onnx.NoValue"() {value} : () -> none
  %2 = "onnx.Squeeze"(%0, %none) : (tensor<1x2x1xi32>, none) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[1, 2]> : tensor<2xi32>
  %3 = "onnx.Identity"(%2) : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %3, dense<[1, 2]> : tensor<2xi32>
  return
}

// Extents from start up to end, both counted from the end where negative, both brought into range.
func.func @extents() {
  %x = onnx.Constant dense<[[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]]> : tensor<2x3x4xi32>
  %0 = "onnx.Shape"(%x) : (tensor<2x3x4xi32>) -> tensor<3xi64>
  check.expect_eq_const %0, dense<[2, 3, 4]> : tensor<3xi64>
  %1 = "onnx.Shape"(%x) {start = 1 : si64, end = 2 : si64} : (tensor<2x3x4xi32>) -> tensor<1xi64>
  check.expect_eq_const %1, dense<3> : tensor<1xi64>
  %2 = "onnx.Shape"(%x) {start = -1 : si64} : (tensor<2x3x4xi32>) -> tensor<1xi64>
  check.expect_eq_const %2, dense<4> : tensor<1xi64>
  %3 = "onnx.Shape"(%x) {start = 2 : si64, end = 1 : si64} : (tensor<2x3x4xi32>) -> tensor<0xi64>
  check.expect_eq_const %3, dense<> : tensor<0xi64>
  %4 = "onnx.Shape"(%x) {start = -9 : si64, end = 9 : si64} : (tensor<2x3x4xi32>) -> tensor<3xi64>
  check.expect_eq_const %4, dense<[2, 3, 4]> : tensor<3xi64>
  return
}

// Of a shape that only the run knows: 0 is the extent that was there, -1 what is left; with allowzero 0 is none.
func.func @reshape_of_unknown_extents() {
  %x = onnx.Constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %d = tensor.cast %x : tensor<2x3xi32> to tensor<?x?xi32>
  %a = onnx.Constant dense<[0, -1, 1]> : tensor<3xi64>
  %0 = "onnx.Reshape"(%d, %a) : (tensor<?x?xi32>, tensor<3xi64>) -> tensor<?x?x1xi32>
  %1 = tensor.cast %0 : tensor<?x?x1xi32> to tensor<2x3x1xi32>
  check.expect_eq_const %1, dense<[[[1], [2], [3]], [[4], [5], [6]]]> : tensor<2x3x1xi32>
  %e = onnx.Constant dense<> : tensor<0x3xi32>
  %f = tensor.cast %e : tensor<0x3xi32> to tensor<?x?xi32>
  %b = onnx.Constant dense<[5, 0]> : tensor<2xi64>
  %2 = "onnx.Reshape"(%f, %b) {allowzero = 1 : si64} : (tensor<?x?xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %3 = tensor.cast %2 : tensor<?x?xi32> to tensor<5x0xi32>
  check.expect_eq_const %3, dense<> : tensor<5x0xi32>
  return
}

// Of each dim the extent that is not 1.
func.func @sum_of_unknown_extents() {
  %x = onnx.Constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = onnx.Constant dense<[[10], [20]]> : tensor<2x1xi32>
  %dx = tensor.cast %x : tensor<3xi32> to tensor<?xi32>
  %dy = tensor.cast %y : tensor<2x1xi32> to tensor<?x?xi32>
  %0 = "onnx.Add"(%dx, %dy) : (tensor<?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  %1 = tensor.cast %0 : tensor<?x?xi32> to tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[11, 12, 13], [21, 22, 23]]> : tensor<2x3xi32>
  %z = onnx.Constant dense<[2, 2, 2]> : tensor<3xi32>
  %dz = tensor.cast %z : tensor<3xi32> to tensor<?xi32>
  %2 = "onnx.Less"(%dx, %dz) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %3 = tensor.cast %2 : tensor<?xi1> to tensor<3xi1>
  check.expect_eq_const %3, dense<[true, false, false]> : tensor<3xi1>
  return
}
