// Remainders and bits; values as numpy has them.
func.func @mod_sign_of_b() {
  %x0 = onnx.Constant dense<[-7, 7, -7, 7, 6]> : tensor<5xi32>
  %x1 = onnx.Constant dense<[3, 3, -3, -3, 3]> : tensor<5xi32>
  %r = "onnx.Mod"(%x0, %x1) : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  check.expect_eq_const %r, dense<[2, 1, -1, -2, 0]> : tensor<5xi32>
  return
}

func.func @mod_sign_of_a() {
  %x0 = onnx.Constant dense<[-7, 7, -7, 7, 6]> : tensor<5xi32>
  %x1 = onnx.Constant dense<[3, 3, -3, -3, 3]> : tensor<5xi32>
  %r = "onnx.Mod"(%x0, %x1) {fmod = 1 : si64} : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  check.expect_eq_const %r, dense<[-1, 1, -1, 1, 0]> : tensor<5xi32>
  return
}

func.func @mod_floats() {
  %x0 = onnx.Constant dense<[-4.5, 4.5, -4.5, 4.5, 6.0]> : tensor<5xf32>
  %x1 = onnx.Constant dense<[3.0, 3.0, -3.0, -3.0, 3.0]> : tensor<5xf32>
  %r = "onnx.Mod"(%x0, %x1) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  check.expect_eq_const %r, dense<[1.5, 1.5, -1.5, -1.5, 0.0]> : tensor<5xf32>
  return
}

func.func @mod_floats_sign_of_a() {
  %x0 = onnx.Constant dense<[-4.5, 4.5, -4.5, 4.5, 6.0]> : tensor<5xf32>
  %x1 = onnx.Constant dense<[3.0, 3.0, -3.0, -3.0, 3.0]> : tensor<5xf32>
  %r = "onnx.Mod"(%x0, %x1) {fmod = 1 : si64} : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  check.expect_eq_const %r, dense<[-1.5, 1.5, -1.5, 1.5, 0.0]> : tensor<5xf32>
  return
}

func.func @shift_left() {
  %x0 = onnx.Constant dense<[1, 2, 128, 255]> : tensor<4xui8>
  %x1 = onnx.Constant dense<[1, 3, 1, 9]> : tensor<4xui8>
  %r = "onnx.BitShift"(%x0, %x1) {direction = "LEFT"} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  check.expect_eq_const %r, dense<[2, 16, 0, 0]> : tensor<4xui8>
  return
}

func.func @shift_right() {
  %x0 = onnx.Constant dense<[1, 2, 128, 255]> : tensor<4xui8>
  %x1 = onnx.Constant dense<[1, 3, 1, 9]> : tensor<4xui8>
  %r = "onnx.BitShift"(%x0, %x1) {direction = "RIGHT"} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  check.expect_eq_const %r, dense<[0, 0, 64, 0]> : tensor<4xui8>
  return
}

func.func @shift_right_signed() {
  %x0 = onnx.Constant dense<[-8, 8]> : tensor<2xi32>
  %x1 = onnx.Constant dense<1> : tensor<i32>
  %r = "onnx.BitShift"(%x0, %x1) {direction = "RIGHT"} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[-4, 4]> : tensor<2xi32>
  return
}

func.func @bitwise_xor() {
  %x0 = onnx.Constant dense<[12, 10]> : tensor<2xi32>
  %x1 = onnx.Constant dense<[[6], [0]]> : tensor<2x1xi32>
  %r = "onnx.BitwiseXor"(%x0, %x1) : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[10, 12], [12, 10]]> : tensor<2x2xi32>
  return
}

func.func @bitwise_not() {
  %x0 = onnx.Constant dense<[0, -1, 5]> : tensor<3xi32>
  %r = "onnx.BitwiseNot"(%x0) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[-1, 0, -6]> : tensor<3xi32>
  return
}

func.func @bit_cast() {
  %x0 = onnx.Constant dense<[1.0, -2.0]> : tensor<2xf32>
  %r = "onnx.BitCast"(%x0) {to = i32} : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[1065353216, -1073741824]> : tensor<2xi32>
  return
}
