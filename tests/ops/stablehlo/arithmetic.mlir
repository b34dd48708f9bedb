// Binary arithmetic: StableHLO spec, add ... subtract. Integers wrap; where the spec leaves integer division open, the
// reference interpreter's answers are kept: x / 0 = -1, x % 0 = x, INT_MIN / -1 = INT_MIN, INT_MIN % -1 = 0.

func.func @add_wraps() {
  %a = stablehlo.constant dense<[127, -128, 1]> : tensor<3xi8>
  %b = stablehlo.constant dense<[1, -1, 2]> : tensor<3xi8>
  %0 = stablehlo.add %a, %b : tensor<3xi8>
  check.expect_eq_const %0, dense<[-128, 127, 3]> : tensor<3xi8>
  func.return
}

func.func @add_unsigned_wraps() {
  %a = stablehlo.constant dense<[255, 200]> : tensor<2xui8>
  %b = stablehlo.constant dense<[1, 100]> : tensor<2xui8>
  %0 = stablehlo.add %a, %b : tensor<2xui8>
  check.expect_eq_const %0, dense<[0, 44]> : tensor<2xui8>
  func.return
}

func.func @add_i4() {
  %a = stablehlo.constant dense<[7, -8]> : tensor<2xi4>
  %b = stablehlo.constant dense<[1, -1]> : tensor<2xi4>
  %0 = stablehlo.add %a, %b : tensor<2xi4>
  check.expect_eq_const %0, dense<[-8, 7]> : tensor<2xi4>
  func.return
}

func.func @add_i1_is_or() {
  %a = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %b = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %0 = stablehlo.add %a, %b : tensor<4xi1>
  check.expect_eq_const %0, dense<[false, true, true, true]> : tensor<4xi1>
  func.return
}

func.func @multiply_i1_is_and() {
  %a = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %b = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %0 = stablehlo.multiply %a, %b : tensor<4xi1>
  check.expect_eq_const %0, dense<[false, false, false, true]> : tensor<4xi1>
  func.return
}

func.func @add_bf16_rounds_to_even() {
  %a = stablehlo.constant dense<[256.0, 258.0]> : tensor<2xbf16>
  %b = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xbf16>
  %0 = stablehlo.add %a, %b : tensor<2xbf16>
  check.expect_eq_const %0, dense<[256.0, 260.0]> : tensor<2xbf16>
  func.return
}

func.func @add_complex() {
  %a = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f64>>
  %b = stablehlo.constant dense<(3.0, -5.0)> : tensor<complex<f64>>
  %0 = stablehlo.add %a, %b : tensor<complex<f64>>
  %1 = stablehlo.real %0 : (tensor<complex<f64>>) -> tensor<f64>
  %2 = stablehlo.imag %0 : (tensor<complex<f64>>) -> tensor<f64>
  check.expect_eq_const %1, dense<4.0> : tensor<f64>
  check.expect_eq_const %2, dense<-3.0> : tensor<f64>
  func.return
}

func.func @multiply_complex() {
  %a = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %b = stablehlo.constant dense<(3.0, -5.0)> : tensor<complex<f32>>
  %0 = stablehlo.multiply %a, %b : tensor<complex<f32>>
  %1 = stablehlo.real %0 : (tensor<complex<f32>>) -> tensor<f32>
  %2 = stablehlo.imag %0 : (tensor<complex<f32>>) -> tensor<f32>
  check.expect_eq_const %1, dense<13.0> : tensor<f32>
  check.expect_eq_const %2, dense<1.0> : tensor<f32>
  func.return
}

func.func @subtract_types_in_full() {
  %a = stablehlo.constant dense<[5, 3]> : tensor<2xi64>
  %b = stablehlo.constant dense<[7, 1]> : tensor<2xi64>
  %0 = "stablehlo.subtract"(%a, %b) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  check.expect_eq_const %0, dense<[-2, 2]> : tensor<2xi64>
  func.return
}

func.func @subtract_unsigned_wraps() {
  %a = stablehlo.constant dense<0> : tensor<ui32>
  %b = stablehlo.constant dense<1> : tensor<ui32>
  %0 = stablehlo.subtract %a, %b : tensor<ui32>
  check.expect_eq_const %0, dense<4294967295> : tensor<ui32>
  func.return
}

func.func @divide_truncates() {
  %a = stablehlo.constant dense<[17, -17, 17, -17]> : tensor<4xi32>
  %b = stablehlo.constant dense<[3, 3, -3, -3]> : tensor<4xi32>
  %0 = stablehlo.divide %a, %b : tensor<4xi32>
  check.expect_eq_const %0, dense<[5, -5, -5, 5]> : tensor<4xi32>
  func.return
}

func.func @divide_integer_corners() {
  %a = stablehlo.constant dense<[7, -2147483648, 0]> : tensor<3xi32>
  %b = stablehlo.constant dense<[0, -1, 0]> : tensor<3xi32>
  %0 = stablehlo.divide %a, %b : tensor<3xi32>
  check.expect_eq_const %0, dense<[-1, -2147483648, -1]> : tensor<3xi32>
  func.return
}

func.func @divide_unsigned() {
  %a = stablehlo.constant dense<[200, 200]> : tensor<2xui8>
  %b = stablehlo.constant dense<[3, 255]> : tensor<2xui8>
  %0 = stablehlo.divide %a, %b : tensor<2xui8>
  check.expect_eq_const %0, dense<[66, 0]> : tensor<2xui8>
  func.return
}

func.func @divide_float_corners() {
  %a = stablehlo.constant dense<[1.0, -1.0, 0.0, 7.0]> : tensor<4xf32>
  %b = stablehlo.constant dense<[0.0, 0.0, 0.0, 2.0]> : tensor<4xf32>
  %0 = stablehlo.divide %a, %b : tensor<4xf32>
  check.expect_almost_eq_const %0, dense<[0x7F800000, 0xFF800000, 0x7FC00000, 3.5]> : tensor<4xf32>
  func.return
}

func.func @remainder_takes_the_dividends_sign() {
  %a = stablehlo.constant dense<[17, -17, 17, -17]> : tensor<4xi64>
  %b = stablehlo.constant dense<[3, 3, -3, -3]> : tensor<4xi64>
  %0 = stablehlo.remainder %a, %b : tensor<4xi64>
  check.expect_eq_const %0, dense<[2, -2, 2, -2]> : tensor<4xi64>
  func.return
}

func.func @remainder_integer_corners() {
  %a = stablehlo.constant dense<[7, -128]> : tensor<2xi8>
  %b = stablehlo.constant dense<[0, -1]> : tensor<2xi8>
  %0 = stablehlo.remainder %a, %b : tensor<2xi8>
  check.expect_eq_const %0, dense<[7, 0]> : tensor<2xi8>
  func.return
}

func.func @remainder_float() {
  %a = stablehlo.constant dense<[17.1, -17.1, 17.1, -17.1]> : tensor<4xf64>
  %b = stablehlo.constant dense<[3.0, 3.0, -3.0, -3.0]> : tensor<4xf64>
  %0 = stablehlo.remainder %a, %b : tensor<4xf64>
  check.expect_almost_eq_const %0, dense<[2.1, -2.1, 2.1, -2.1]> : tensor<4xf64>
  func.return
}

func.func @maximum_minimum_pass_nan() {
  %a = stablehlo.constant dense<[0x7FC00000, 1.0, 3.0]> : tensor<3xf32>
  %b = stablehlo.constant dense<[1.0, 0x7FC00000, 2.0]> : tensor<3xf32>
  %0 = stablehlo.maximum %a, %b : tensor<3xf32>
  %1 = stablehlo.minimum %a, %b : tensor<3xf32>
  check.expect_almost_eq_const %0, dense<[0x7FC00000, 0x7FC00000, 3.0]> : tensor<3xf32>
  check.expect_almost_eq_const %1, dense<[0x7FC00000, 0x7FC00000, 2.0]> : tensor<3xf32>
  func.return
}

func.func @maximum_minimum_of_zeros() {
  %a = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[-0.0, 0.0]> : tensor<2xf32>
  %0 = stablehlo.maximum %a, %b : tensor<2xf32>
  %1 = stablehlo.minimum %a, %b : tensor<2xf32>
  %2 = stablehlo.bitcast_convert %0 : (tensor<2xf32>) -> tensor<2xui32>
  %3 = stablehlo.bitcast_convert %1 : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %2, dense<[0, 0]> : tensor<2xui32>
  check.expect_eq_const %3, dense<[2147483648, 2147483648]> : tensor<2xui32>
  func.return
}

func.func @maximum_i1_minimum_ui8() {
  %a = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %b = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %0 = stablehlo.maximum %a, %b : tensor<2xi1>
  check.expect_eq_const %0, dense<[true, true]> : tensor<2xi1>
  %c = stablehlo.constant dense<[200, 3]> : tensor<2xui8>
  %d = stablehlo.constant dense<[100, 4]> : tensor<2xui8>
  %1 = stablehlo.minimum %c, %d : tensor<2xui8>
  check.expect_eq_const %1, dense<[100, 3]> : tensor<2xui8>
  func.return
}

func.func @power_integers() {
  %a = stablehlo.constant dense<[2, -1, 0, 5, -2]> : tensor<5xi32>
  %b = stablehlo.constant dense<[10, -1, 0, 0, 3]> : tensor<5xi32>
  %0 = stablehlo.power %a, %b : tensor<5xi32>
  check.expect_eq_const %0, dense<[1024, -1, 1, 1, -8]> : tensor<5xi32>
  func.return
}

func.func @power_floats() {
  %a = stablehlo.constant dense<[2.0, 9.0, -2.0, 0.0]> : tensor<4xf64>
  %b = stablehlo.constant dense<[-2.0, 0.5, 3.0, 0.0]> : tensor<4xf64>
  %0 = stablehlo.power %a, %b : tensor<4xf64>
  check.expect_almost_eq_const %0, dense<[0.25, 3.0, -8.0, 1.0]> : tensor<4xf64>
  func.return
}

func.func @atan2_quadrants() {
  %y = stablehlo.constant dense<[0.0, 1.0, -1.0]> : tensor<3xf64>
  %x = stablehlo.constant dense<[1.0, 0.0, 0.0]> : tensor<3xf64>
  %0 = stablehlo.atan2 %y, %x : tensor<3xf64>
  check.expect_almost_eq_const %0, dense<[0.0, 1.5707963267948966, -1.5707963267948966]> : tensor<3xf64>
  func.return
}

func.func @empty_and_scalar() {
  %a = stablehlo.constant dense<> : tensor<0x4xf32>
  %0 = stablehlo.add %a, %a : tensor<0x4xf32>
  check.expect_eq_const %0, dense<> : tensor<0x4xf32>
  %b = stablehlo.constant dense<2.0> : tensor<f32>
  %1 = stablehlo.multiply %b, %b : tensor<f32>
  check.expect_eq_const %1, dense<4.0> : tensor<f32>
  func.return
}

func.func @dynamic_dimensions() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %n = stablehlo.constant dense<[3]> : tensor<1xi32>
  %d = stablehlo.dynamic_reshape %a, %n : (tensor<3xi32>, tensor<1xi32>) -> tensor<?xi32>
  %0 = stablehlo.add %a, %d : (tensor<3xi32>, tensor<?xi32>) -> tensor<?xi32>
  %1 = stablehlo.reshape %0 : (tensor<?xi32>) -> tensor<3xi32>
  check.expect_eq_const %1, dense<[2, 4, 6]> : tensor<3xi32>
  func.return
}
