// What the data decide the extents of; values as numpy has them.
func.func @non_zero() {
  %x0 = onnx.Constant dense<[[1.0, 0.0, 3.0], [0.0, 5.0, 0.0]]> : tensor<2x3xf32>
  %r = "onnx.NonZero"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xi64>
  check.expect_eq_const %r, dense<[[0, 0, 1], [0, 2, 1]]> : tensor<2x3xi64>
  return
}

func.func @compress_axis() {
  %x0 = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %x1 = onnx.Constant dense<[false, true, true]> : tensor<3xi1>
  %r = "onnx.Compress"(%x0, %x1) {axis = 0 : si64} : (tensor<3x2xf32>, tensor<3xi1>) -> tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[3.0, 4.0], [5.0, 6.0]]> : tensor<2x2xf32>
  return
}

func.func @compress_negative() {
  %x0 = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %x1 = onnx.Constant dense<[false, true]> : tensor<2xi1>
  %r = "onnx.Compress"(%x0, %x1) {axis = -1 : si64} : (tensor<3x2xf32>, tensor<2xi1>) -> tensor<3x1xf32>
  check.expect_eq_const %r, dense<[[2.0], [4.0], [6.0]]> : tensor<3x1xf32>
  return
}

func.func @compress_all() {
  %x0 = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %x1 = onnx.Constant dense<[false, true, false, false, true]> : tensor<5xi1>
  %r = "onnx.Compress"(%x0, %x1) : (tensor<3x2xf32>, tensor<5xi1>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[2.0, 5.0]> : tensor<2xf32>
  return
}

func.func @unique_sorted() {
  %x0 = onnx.Constant dense<[2.0, 1.0, 1.0, 3.0, 4.0, 3.0]> : tensor<6xf32>
  %r:4 = "onnx.Unique"(%x0) : (tensor<6xf32>) -> (tensor<4xf32>, tensor<4xi64>, tensor<6xi64>, tensor<4xi64>)
  check.expect_eq_const %r#0, dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  check.expect_eq_const %r#1, dense<[1, 0, 3, 4]> : tensor<4xi64>
  check.expect_eq_const %r#2, dense<[1, 0, 0, 2, 3, 2]> : tensor<6xi64>
  check.expect_eq_const %r#3, dense<[2, 1, 2, 1]> : tensor<4xi64>
  return
}

func.func @unique_as_met() {
  %x0 = onnx.Constant dense<[2.0, 1.0, 1.0, 3.0, 4.0, 3.0]> : tensor<6xf32>
  %r:4 = "onnx.Unique"(%x0) {sorted = 0 : si64} : (tensor<6xf32>) -> (tensor<4xf32>, tensor<4xi64>, tensor<6xi64>, tensor<4xi64>)
  check.expect_eq_const %r#0, dense<[2.0, 1.0, 3.0, 4.0]> : tensor<4xf32>
  check.expect_eq_const %r#1, dense<[0, 1, 3, 4]> : tensor<4xi64>
  check.expect_eq_const %r#2, dense<[0, 1, 1, 2, 3, 2]> : tensor<6xi64>
  check.expect_eq_const %r#3, dense<[1, 2, 2, 1]> : tensor<4xi64>
  return
}

func.func @unique_rows() {
  %x0 = onnx.Constant dense<[[1, 0], [1, 0], [0, 5]]> : tensor<3x2xi32>
  %r = "onnx.Unique"(%x0) {axis = 0 : si64} : (tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[0, 5], [1, 0]]> : tensor<2x2xi32>
  return
}
