// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @Acos() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Acos"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[1.04719758, 1.82347655], [1.44546854, 0.722734272]]> : tensor<2x2xf32>
  return
}

// -----

func.func @Acosh() {
  %x0 = onnx.Constant dense<[[2.5, 1.75], [2.125, 2.75]]> : tensor<2x2xf32>
  %r = "onnx.Acosh"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[1.56679928, 1.15881038], [1.38629436, 1.66991901]]> : tensor<2x2xf32>
  return
}

// -----

func.func @And() {
  %a = onnx.Constant dense<[[true], [false]]> : tensor<2x1xi1>
  %b = onnx.Constant dense<[true, false]> : tensor<2xi1>
  %0 = "onnx.And"(%a, %b) : (tensor<2x1xi1>, tensor<2xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %0, dense<[[true, false], [false, false]]> : tensor<2x2xi1>
  return
}

// -----

func.func @Asin() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Asin"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[0.52359879, -0.252680242], [0.125327826, 0.848062098]]> : tensor<2x2xf32>
  return
}

// -----

func.func @Asinh() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Asinh"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[0.481211811, -0.24746646], [0.124676749, 0.693147182]]> : tensor<2x2xf32>
  return
}

// -----

func.func @Atan() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Atan"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[0.463647604, -0.244978666], [0.124354996, 0.643501103]]> : tensor<2x2xf32>
  return
}

// -----

func.func @Atanh() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Atanh"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[0.549306154, -0.255412817], [0.125657216, 0.972955048]]> : tensor<2x2xf32>
  return
}

// -----

func.func @BitCast() {
  %x0 = onnx.Constant dense<[1.0, -2.0]> : tensor<2xf32>
  %r = "onnx.BitCast"(%x0) {to = i32} : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[1065353216, -1073741824]> : tensor<2xi32>
  return
}

// -----

func.func @BitShift() {
  %x0 = onnx.Constant dense<[1, 2, 128, 255]> : tensor<4xui8>
  %x1 = onnx.Constant dense<[1, 3, 1, 9]> : tensor<4xui8>
  %r = "onnx.BitShift"(%x0, %x1) {direction = "LEFT"} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  check.expect_eq_const %r, dense<[2, 16, 0, 0]> : tensor<4xui8>
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

func.func @BitwiseNot() {
  %x0 = onnx.Constant dense<[0, -1, 5]> : tensor<3xi32>
  %r = "onnx.BitwiseNot"(%x0) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[-1, 0, -6]> : tensor<3xi32>
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

func.func @BitwiseXor() {
  %x0 = onnx.Constant dense<[12, 10]> : tensor<2xi32>
  %x1 = onnx.Constant dense<[[6], [0]]> : tensor<2x1xi32>
  %r = "onnx.BitwiseXor"(%x0, %x1) : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[10, 12], [12, 10]]> : tensor<2x2xi32>
  return
}

// -----

func.func @Compress() {
  %x0 = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %x1 = onnx.Constant dense<[false, true, true]> : tensor<3xi1>
  %r = "onnx.Compress"(%x0, %x1) {axis = 0 : si64} : (tensor<3x2xf32>, tensor<3xi1>) -> tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[3.0, 4.0], [5.0, 6.0]]> : tensor<2x2xf32>
  return
}

// -----

func.func @Conv() {
  %x0 = onnx.Constant dense<[[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]]]]> : tensor<1x1x4x4xf32>
  %x1 = onnx.Constant dense<[[[[1.0, 0.0], [0.0, -1.0]]]]> : tensor<1x1x2x2xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %r = "onnx.Conv"(%x0, %x1, %n) : (tensor<1x1x4x4xf32>, tensor<1x1x2x2xf32>, none) -> tensor<1x1x3x3xf32>
  check.expect_eq_const %r, dense<[[[[-5.0, -5.0, -5.0], [-5.0, -5.0, -5.0], [-5.0, -5.0, -5.0]]]]> : tensor<1x1x3x3xf32>
  return
}

// -----

func.func @Cosh() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Cosh"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[1.12762594, 1.03141308], [1.00782263, 1.29468334]]> : tensor<2x2xf32>
  return
}

// -----

func.func @CumProd() {
  %x0 = onnx.Constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %x1 = onnx.Constant dense<1> : tensor<i64>
  %r = "onnx.CumProd"(%x0, %x1) : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 6.0], [4.0, 20.0, 120.0]]> : tensor<2x3xf32>
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

func.func @If() {
  %c = onnx.Constant dense<true> : tensor<i1>
  %x = onnx.Constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = "onnx.If"(%c) ({
    %a = "onnx.Add"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf32>
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

func.func @Loop() {
  %none = "onnx.NoValue"() {value} : () -> none
  %yes = onnx.Constant dense<true> : tensor<i1>
  %x = onnx.Constant dense<3> : tensor<i64>
  %most = onnx.Constant dense<20> : tensor<i64>
  %r = "onnx.Loop"(%none, %yes, %x) ({
  ^bb0(%k: tensor<i64>, %go: tensor<i1>, %v: tensor<i64>):
    %w = "onnx.Add"(%v, %v) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %less = "onnx.Less"(%w, %most) : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "onnx.Yield"(%less, %w) : (tensor<i1>, tensor<i64>) -> ()
  }) : (none, tensor<i1>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %r, dense<24> : tensor<i64>
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

func.func @Mod() {
  %x0 = onnx.Constant dense<[-7, 7, -7, 7, 6]> : tensor<5xi32>
  %x1 = onnx.Constant dense<[3, 3, -3, -3, 3]> : tensor<5xi32>
  %r = "onnx.Mod"(%x0, %x1) : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  check.expect_eq_const %r, dense<[2, 1, -1, -2, 0]> : tensor<5xi32>
  return
}

// -----

func.func @NonZero() {
  %x0 = onnx.Constant dense<[[1.0, 0.0, 3.0], [0.0, 5.0, 0.0]]> : tensor<2x3xf32>
  %r = "onnx.NonZero"(%x0) : (tensor<2x3xf32>) -> tensor<2x3xi64>
  check.expect_eq_const %r, dense<[[0, 0, 1], [0, 2, 1]]> : tensor<2x3xi64>
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

func.func @Scan() {
  %x = onnx.Constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %zero = onnx.Constant dense<0> : tensor<2xi64>
  %r:2 = "onnx.Scan"(%zero, %x) ({
  ^bb0(%sum: tensor<2xi64>, %column: tensor<2xi64>):
    %next = "onnx.Add"(%sum, %column) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
    "onnx.Yield"(%next, %next) : (tensor<2xi64>, tensor<2xi64>) -> ()
  }) {num_scan_inputs = 1 : si64, scan_input_axes = [1], scan_input_directions = [1], scan_output_axes = [1]}
    : (tensor<2xi64>, tensor<2x3xi64>) -> (tensor<2xi64>, tensor<2x3xi64>)
  check.expect_eq_const %r#0, dense<[6, 15]> : tensor<2xi64>
  check.expect_eq_const %r#1, dense<[[3, 5, 6], [6, 11, 15]]> : tensor<2x3xi64>
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

func.func @Sinh() {
  %x0 = onnx.Constant dense<[[0.5, -0.25], [0.125, 0.75]]> : tensor<2x2xf32>
  %r = "onnx.Sinh"(%x0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[0.521095276, -0.252612323], [0.125325769, 0.822316706]]> : tensor<2x2xf32>
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

func.func @Unique() {
  %x0 = onnx.Constant dense<[2.0, 1.0, 1.0, 3.0, 4.0, 3.0]> : tensor<6xf32>
  %r:4 = "onnx.Unique"(%x0) : (tensor<6xf32>) -> (tensor<4xf32>, tensor<4xi64>, tensor<6xi64>, tensor<4xi64>)
  check.expect_eq_const %r#0, dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  check.expect_eq_const %r#1, dense<[1, 0, 3, 4]> : tensor<4xi64>
  check.expect_eq_const %r#2, dense<[1, 0, 0, 2, 3, 2]> : tensor<6xi64>
  check.expect_eq_const %r#3, dense<[2, 1, 2, 1]> : tensor<4xi64>
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
