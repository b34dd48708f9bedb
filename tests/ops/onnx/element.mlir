// The element-wise ops: operands broadcast against each other, as in NumPy.

func.func @arithmetic() {
  %a = onnx.Constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = onnx.Constant dense<[10, 20, 30]> : tensor<3xi32>
  %c = onnx.Constant dense<[[100], [200]]> : tensor<2x1xi32>
  %s = onnx.Constant dense<-1> : tensor<i32>
  %0 = "onnx.Add"(%a, %b) {onnx_node_name = "add"} : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[11, 22, 33], [14, 25, 36]]> : tensor<2x3xi32>
  %1 = "onnx.Sub"(%b, %c) : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[-90, -80, -70], [-190, -180, -170]]> : tensor<2x3xi32>
  %2 = "onnx.Mul"(%a, %s) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %2, dense<[[-1, -2, -3], [-4, -5, -6]]> : tensor<2x3xi32>
  return
}

// Both operands give way along some dimension; integers wrap.
func.func @both_ways() {
  %a = onnx.Constant dense<[[[1]], [[2]]]> : tensor<2x1x1xui8>
  %b = onnx.Constant dense<[[250], [255]]> : tensor<2x1xui8>
  %0 = "onnx.Add"(%a, %b) : (tensor<2x1x1xui8>, tensor<2x1xui8>) -> tensor<2x2x1xui8>
  check.expect_eq_const %0, dense<[[[251], [0]], [[252], [1]]]> : tensor<2x2x1xui8>
  return
}

func.func @nothing() {
  %a = onnx.Constant dense<> : tensor<0x2xf32>
  %b = onnx.Constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %0 = "onnx.Mul"(%a, %b) : (tensor<0x2xf32>, tensor<1x2xf32>) -> tensor<0x2xf32>
  check.expect_eq_const %0, dense<> : tensor<0x2xf32>
  return
}

// The last use of an operand may be written over: only where it has the result's shape.
func.func @in_place() {
  %a = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  %b = onnx.Constant dense<[[1, 1], [2, 2]]> : tensor<2x2xi64>
  %0 = "onnx.Add"(%a, %a) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %1 = "onnx.Add"(%b, %b) : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  %2 = "onnx.Sub"(%0, %1) : (tensor<2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %2, dense<[[0, 2], [-2, 0]]> : tensor<2x2xi64>
  return
}

func.func @extremes() {
  %a = onnx.Constant dense<[[3], [-7]]> : tensor<2x1xi64>
  %b = onnx.Constant dense<[1, 5]> : tensor<2xi64>
  %c = onnx.Constant dense<2> : tensor<i64>
  %0 = "onnx.Max"(%a, %b, %c) : (tensor<2x1xi64>, tensor<2xi64>, tensor<i64>) -> tensor<2x2xi64>
  check.expect_eq_const %0, dense<[[3, 5], [2, 5]]> : tensor<2x2xi64>
  %1 = "onnx.Min"(%a, %b) : (tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %1, dense<[[1, 3], [-7, -7]]> : tensor<2x2xi64>
  %2 = "onnx.Min"(%a) : (tensor<2x1xi64>) -> tensor<2x1xi64>
  check.expect_eq_const %2, dense<[[3], [-7]]> : tensor<2x1xi64>
  return
}

func.func @compared() {
  %a = onnx.Constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %b = onnx.Constant dense<2.0> : tensor<1xf32>
  %0 = "onnx.Less"(%a, %b) : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xi1>
  check.expect_eq_const %0, dense<[true, false, false]> : tensor<3xi1>
  %1 = "onnx.LessOrEqual"(%a, %b) : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xi1>
  check.expect_eq_const %1, dense<[true, true, false]> : tensor<3xi1>
  %2 = "onnx.Greater"(%a, %b) : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xi1>
  check.expect_eq_const %2, dense<[false, false, false]> : tensor<3xi1>
  %3 = "onnx.GreaterOrEqual"(%a, %b) : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xi1>
  check.expect_eq_const %3, dense<[false, true, false]> : tensor<3xi1>
  %4 = "onnx.Equal"(%a, %b) : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xi1>
  check.expect_eq_const %4, dense<[false, true, false]> : tensor<3xi1>
  %u = onnx.Constant dense<[200, 7]> : tensor<2xui8>
  %v = onnx.Constant dense<[100, 8]> : tensor<2xui8>
  %5 = "onnx.Less"(%u, %v) : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>
  check.expect_eq_const %5, dense<[false, true]> : tensor<2xi1>
  return
}

func.func @logic() {
  %a = onnx.Constant dense<[[true], [false]]> : tensor<2x1xi1>
  %b = onnx.Constant dense<[true, false]> : tensor<2xi1>
  %0 = "onnx.And"(%a, %b) : (tensor<2x1xi1>, tensor<2xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %0, dense<[[true, false], [false, false]]> : tensor<2x2xi1>
  %1 = "onnx.Or"(%a, %b) : (tensor<2x1xi1>, tensor<2xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %1, dense<[[true, true], [true, false]]> : tensor<2x2xi1>
  %2 = "onnx.Not"(%b) : (tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq_const %2, dense<[false, true]> : tensor<2xi1>
  %i = onnx.Constant dense<[12, 10]> : tensor<2xi32>
  %j = onnx.Constant dense<6> : tensor<i32>
  %3 = "onnx.BitwiseAnd"(%i, %j) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %3, dense<[4, 2]> : tensor<2xi32>
  %4 = "onnx.BitwiseOr"(%i, %j) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %4, dense<14> : tensor<2xi32>
  return
}

func.func @where() {
  %c = onnx.Constant dense<[[true], [false]]> : tensor<2x1xi1>
  %x = onnx.Constant dense<[1, 2, 3]> : tensor<3xi16>
  %y = onnx.Constant dense<-1> : tensor<i16>
  %0 = "onnx.Where"(%c, %x, %y) : (tensor<2x1xi1>, tensor<3xi16>, tensor<i16>) -> tensor<2x3xi16>
  check.expect_eq_const %0, dense<[[1, 2, 3], [-1, -1, -1]]> : tensor<2x3xi16>
  return
}

func.func @cast() {
  %x = onnx.Constant dense<[-1, 0, 300]> : tensor<3xi64>
  %0 = "onnx.Cast"(%x) {saturate = 1 : si64, to = i8} : (tensor<3xi64>) -> tensor<3xi8>
  check.expect_eq_const %0, dense<[-1, 0, 44]> : tensor<3xi8>
  %1 = "onnx.Cast"(%x) {to = i1} : (tensor<3xi64>) -> tensor<3xi1>
  check.expect_eq_const %1, dense<[true, false, true]> : tensor<3xi1>
  %f = onnx.Constant dense<[-1.75, 2.5]> : tensor<2xf32>
  %2 = "onnx.Cast"(%f) {to = i32} : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[-1, 2]> : tensor<2xi32>
  return
}

func.func @dynamic() {
  %a = onnx.Constant dense<[[1], [2]]> : tensor<2x1xi32>
  %d = tensor.cast %a : tensor<2x1xi32> to tensor<?x?xi32>
  %0 = "onnx.Add"(%d, %a) : (tensor<?x?xi32>, tensor<2x1xi32>) -> tensor<2x?xi32>
  %1 = tensor.cast %0 : tensor<2x?xi32> to tensor<2x1xi32>
  check.expect_eq_const %1, dense<[[2], [4]]> : tensor<2x1xi32>
  return
}

// Of f8E8M0FNU's powers of two the next one up, which is the default, the next one down, or the nearest, where a tie goes up. Zero, what
// is below 2^-127, above 2^127 or infinite becomes the end of the range, unless saturate is 0: NaN then.
func.func @cast_to_powers() {
  %x = onnx.Constant dense<[1.0, 1.01, 1.49, 1.5, 3.0, 6.0, 0.126, 4.0]> : tensor<8xf32>
  %up = "onnx.Cast"(%x) {to = f8E8M0FNU} : (tensor<8xf32>) -> tensor<8xf8E8M0FNU>
  check.expect_eq_const %up, dense<[1.0, 2.0, 2.0, 2.0, 4.0, 8.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %down = "onnx.Cast"(%x) {to = f8E8M0FNU, round_mode = "down"} : (tensor<8xf32>) -> tensor<8xf8E8M0FNU>
  check.expect_eq_const %down, dense<[1.0, 1.0, 1.0, 1.0, 2.0, 4.0, 0.125, 4.0]> : tensor<8xf8E8M0FNU>
  %near = "onnx.Cast"(%x) {to = f8E8M0FNU, round_mode = "nearest"} : (tensor<8xf32>) -> tensor<8xf8E8M0FNU>
  check.expect_eq_const %near, dense<[1.0, 1.0, 1.0, 2.0, 4.0, 8.0, 0.125, 4.0]> : tensor<8xf8E8M0FNU>
  %ends = onnx.Constant dense<[0.0, 0x00400000, 0x00200000, 0x7F000000, 0x7F400000, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
  %held = "onnx.Cast"(%ends) {to = f8E8M0FNU, round_mode = "up", saturate = 1 : si64} : (tensor<7xf32>) -> tensor<7xf8E8M0FNU>
  check.expect_eq_const %held, dense<[0x00, 0x00, 0x00, 0xFE, 0xFE, 0xFE, 0xFF]> : tensor<7xf8E8M0FNU>
  %open = "onnx.Cast"(%ends) {to = f8E8M0FNU, round_mode = "nearest", saturate = 0 : si64} : (tensor<7xf32>) -> tensor<7xf8E8M0FNU>
  check.expect_eq_const %open, dense<[0xFF, 0x00, 0xFF, 0xFE, 0xFF, 0xFF, 0xFF]> : tensor<7xf8E8M0FNU>
  %i = onnx.Constant dense<[3, 96, 128]> : tensor<3xi32>
  %of = "onnx.Cast"(%i) {to = f8E8M0FNU, round_mode = "up"} : (tensor<3xi32>) -> tensor<3xf8E8M0FNU>
  check.expect_eq_const %of, dense<[4.0, 128.0, 128.0]> : tensor<3xf8E8M0FNU>
  return
}
