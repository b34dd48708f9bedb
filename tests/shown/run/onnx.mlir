// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @And() {
  %a = onnx.Constant dense<[[true], [false]]> : tensor<2x1xi1>
  %b = onnx.Constant dense<[true, false]> : tensor<2xi1>
  %0 = "onnx.And"(%a, %b) : (tensor<2x1xi1>, tensor<2xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %0, dense<[[true, false], [false, false]]> : tensor<2x2xi1>
  return
}

// -----

func.func @BitwiseAnd() {
  %i = onnx.Constant dense<[12, 10]> : tensor<2xi32>
  %j = onnx.Constant dense<6> : tensor<i32>
  %3 = "onnx.BitwiseAnd"(%i, %j) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %3, dense<[4, 2]> : tensor<2xi32>
  return
}

// -----

func.func @BitwiseOr() {
  %i = onnx.Constant dense<[12, 10]> : tensor<2xi32>
  %j = onnx.Constant dense<6> : tensor<i32>
  %4 = "onnx.BitwiseOr"(%i, %j) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %4, dense<14> : tensor<2xi32>
  return
}

// -----

func.func @Equal() {
  %a = onnx.Constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %b = onnx.Constant dense<2.0> : tensor<1xf32>
  %4 = "onnx.Equal"(%a, %b) : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xi1>
  check.expect_eq_const %4, dense<[false, true, false]> : tensor<3xi1>
  return
}

// -----

func.func @Expand() {
  %x = onnx.Constant dense<[[1], [2], [3]]> : tensor<3x1xi32>
  %t = onnx.Constant dense<[1]> : tensor<1xi64>
  %1 = "onnx.Expand"(%x, %t) : (tensor<3x1xi32>, tensor<1xi64>) -> tensor<3x1xi32>
  check.expect_eq_const %1, dense<[[1], [2], [3]]> : tensor<3x1xi32>
  return
}

// -----

func.func @Greater() {
  %a = onnx.Constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %b = onnx.Constant dense<2.0> : tensor<1xf32>
  %2 = "onnx.Greater"(%a, %b) : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xi1>
  check.expect_eq_const %2, dense<[false, false, false]> : tensor<3xi1>
  return
}

// -----

func.func @GreaterOrEqual() {
  %a = onnx.Constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %b = onnx.Constant dense<2.0> : tensor<1xf32>
  %3 = "onnx.GreaterOrEqual"(%a, %b) : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xi1>
  check.expect_eq_const %3, dense<[false, true, false]> : tensor<3xi1>
  return
}

// -----

func.func @Identity() {
  %x = onnx.Constant dense<[1, 2]> : tensor<2xi32>
  %a = onnx.Constant dense<[-1, 0]> : tensor<2xi64>
  %0 = "onnx.Unsqueeze"(%x, %a) : (tensor<2xi32>, tensor<2xi64>) -> tensor<1x2x1xi32>
  %none = "onnx.NoValue"() {value} : () -> none
  %2 = "onnx.Squeeze"(%0, %none) : (tensor<1x2x1xi32>, none) -> tensor<2xi32>
  %3 = "onnx.Identity"(%2) : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %3, dense<[1, 2]> : tensor<2xi32>
  return
}

// -----

func.func @LayerNormalization() {
  %x0 = onnx.Constant dense<[[[3.18000007, -2.38000011], [0.709999979, -2.0999999], [2.80999994, -0.0399999991]], [[-0.74000001, -3.44000006], [3.3599999, 1.50999999], [1.50999999, 2.27999997]]]> : tensor<2x3x2xf32>
  %x1 = onnx.Constant dense<[[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]> : tensor<3x2xf32>
  %x2 = "onnx.NoValue"() {value} : () -> none
  %r0, %r1, %r2 = "onnx.LayerNormalization"(%x0, %x1, %x2) {axis = 1 : si64, epsilon = 5.000000e-01 : f32} : (tensor<2x3x2xf32>, tensor<3x2xf32>, none) -> (tensor<2x3x2xf32>, tensor<2x1x1xf32>, tensor<2x1x1xf32>)
  check.expect_almost_eq_const %r1, dense<[[[0.363333344]], [[0.74666661]]]> : tensor<2x1x1xf32>
  return
}

// -----

func.func @Less() {
  %u = onnx.Constant dense<[200, 7]> : tensor<2xui8>
  %v = onnx.Constant dense<[100, 8]> : tensor<2xui8>
  %5 = "onnx.Less"(%u, %v) : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>
  check.expect_eq_const %5, dense<[false, true]> : tensor<2xi1>
  return
}

// -----

func.func @LessOrEqual() {
  %a = onnx.Constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %b = onnx.Constant dense<2.0> : tensor<1xf32>
  %1 = "onnx.LessOrEqual"(%a, %b) : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xi1>
  check.expect_eq_const %1, dense<[true, true, false]> : tensor<3xi1>
  return
}

// -----

func.func @MatMul() {
  %x0 = onnx.Constant dense<[[1, 2]]> : tensor<1x2xi64>
  %x1 = onnx.Constant dense<[[3], [4]]> : tensor<2x1xi64>
  %r0 = "onnx.MatMul"(%x0, %x1) : (tensor<1x2xi64>, tensor<2x1xi64>) -> tensor<1x1xi64>
  check.expect_eq_const %r0, dense<[[11]]> : tensor<1x1xi64>
  return
}

// -----

func.func @Max() {
  %a = onnx.Constant dense<[[3], [-7]]> : tensor<2x1xi64>
  %b = onnx.Constant dense<[1, 5]> : tensor<2xi64>
  %c = onnx.Constant dense<2> : tensor<i64>
  %0 = "onnx.Max"(%a, %b, %c) : (tensor<2x1xi64>, tensor<2xi64>, tensor<i64>) -> tensor<2x2xi64>
  check.expect_eq_const %0, dense<[[3, 5], [2, 5]]> : tensor<2x2xi64>
  return
}

// -----

func.func @Min() {
  %a = onnx.Constant dense<[[3], [-7]]> : tensor<2x1xi64>
  %2 = "onnx.Min"(%a) : (tensor<2x1xi64>) -> tensor<2x1xi64>
  check.expect_eq_const %2, dense<[[3], [-7]]> : tensor<2x1xi64>
  return
}

// -----

func.func @Not() {
  %b = onnx.Constant dense<[true, false]> : tensor<2xi1>
  %2 = "onnx.Not"(%b) : (tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq_const %2, dense<[false, true]> : tensor<2xi1>
  return
}

// -----

func.func @Or() {
  %a = onnx.Constant dense<[[true], [false]]> : tensor<2x1xi1>
  %b = onnx.Constant dense<[true, false]> : tensor<2xi1>
  %1 = "onnx.Or"(%a, %b) : (tensor<2x1xi1>, tensor<2xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %1, dense<[[true, true], [true, false]]> : tensor<2x2xi1>
  return
}

// -----

func.func @Reshape() {
  %x = onnx.Constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %t = onnx.Constant dense<[0, 1, -1]> : tensor<3xi64>
  %1 = "onnx.Reshape"(%x, %t) : (tensor<2x3xi32>, tensor<3xi64>) -> tensor<2x1x3xi32>
  check.expect_eq_const %1, dense<[[[1, 2, 3]], [[4, 5, 6]]]> : tensor<2x1x3xi32>
  return
}

// -----

func.func @Shape() {
  %x = onnx.Constant dense<[[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]]> : tensor<2x3x4xi32>
  %0 = "onnx.Shape"(%x) : (tensor<2x3x4xi32>) -> tensor<3xi64>
  check.expect_eq_const %0, dense<[2, 3, 4]> : tensor<3xi64>
  return
}

// -----

func.func @Squeeze() {
  %x = onnx.Constant dense<[1, 2]> : tensor<2xi32>
  %a = onnx.Constant dense<[-1, 0]> : tensor<2xi64>
  %0 = "onnx.Unsqueeze"(%x, %a) : (tensor<2xi32>, tensor<2xi64>) -> tensor<1x2x1xi32>
  %none = "onnx.NoValue"() {value} : () -> none
  %2 = "onnx.Squeeze"(%0, %none) : (tensor<1x2x1xi32>, none) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[1, 2]> : tensor<2xi32>
  return
}

// -----

func.func @Sub() {
  %b = onnx.Constant dense<[10, 20, 30]> : tensor<3xi32>
  %c = onnx.Constant dense<[[100], [200]]> : tensor<2x1xi32>
  %1 = "onnx.Sub"(%b, %c) : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[-90, -80, -70], [-190, -180, -170]]> : tensor<2x3xi32>
  return
}

// -----

func.func @Sum() {
  %x0 = onnx.Constant dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  %r0 = "onnx.Sum"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %r0, dense<[[4.07999992, -5.11000013, 0.839999974], [-1.13999999, -0.910000026, -0.430000007]]> : tensor<2x3xf32>
  return
}

// -----

func.func @Transpose() {
  %x = onnx.Constant dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi32>
  %1 = "onnx.Transpose"(%x) : (tensor<1x2x3xi32>) -> tensor<3x2x1xi32>
  check.expect_eq_const %1, dense<[[[1], [4]], [[2], [5]], [[3], [6]]]> : tensor<3x2x1xi32>
  return
}

// -----

func.func @Unsqueeze() {
  %x = onnx.Constant dense<[1, 2]> : tensor<2xi32>
  %a = onnx.Constant dense<[-1, 0]> : tensor<2xi64>
  %0 = "onnx.Unsqueeze"(%x, %a) : (tensor<2xi32>, tensor<2xi64>) -> tensor<1x2x1xi32>
  check.expect_eq_const %0, dense<[[[1], [2]]]> : tensor<1x2x1xi32>
  return
}
