// Unary functions: StableHLO spec, abs ... tanh. Values by hand; expect_close-like checks where the value is irrational.

func.func @abs() {
  %a = stablehlo.constant dense<[-5, 0, 5, -128]> : tensor<4xi8>
  %0 = stablehlo.abs %a : tensor<4xi8>
  check.expect_eq_const %0, dense<[5, 0, 5, -128]> : tensor<4xi8>
  %b = stablehlo.constant dense<[-0.5, 0xFF800000, 0.5]> : tensor<3xf32>
  %1 = stablehlo.abs %b : tensor<3xf32>
  check.expect_eq_const %1, dense<[0.5, 0x7F800000, 0.5]> : tensor<3xf32>
  func.return
}

func.func @abs_of_complex_is_real() {
  %a = stablehlo.constant dense<[(3.0, -4.0), (0.0, 2.0)]> : tensor<2xcomplex<f64>>
  %0 = stablehlo.abs %a : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  check.expect_almost_eq_const %0, dense<[5.0, 2.0]> : tensor<2xf64>
  func.return
}

func.func @negate() {
  %a = stablehlo.constant dense<[3, -128]> : tensor<2xi8>
  %0 = stablehlo.negate %a : tensor<2xi8>
  check.expect_eq_const %0, dense<[-3, -128]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, 0]> : tensor<2xui8>
  %1 = stablehlo.negate %b : tensor<2xui8>
  check.expect_eq_const %1, dense<[255, 0]> : tensor<2xui8>
  %c = stablehlo.constant dense<0.0> : tensor<f16>
  %2 = stablehlo.negate %c : tensor<f16>
  %3 = stablehlo.bitcast_convert %2 : (tensor<f16>) -> tensor<i16>
  check.expect_eq_const %3, dense<-32768> : tensor<i16>
  func.return
}

func.func @sign() {
  %a = stablehlo.constant dense<[-7, 0, 9]> : tensor<3xi64>
  %0 = stablehlo.sign %a : tensor<3xi64>
  check.expect_eq_const %0, dense<[-1, 0, 1]> : tensor<3xi64>
  %b = stablehlo.constant dense<[-2.5, -0.0, 0.0, 8.0, 0x7FC00000]> : tensor<5xf32>
  %1 = stablehlo.sign %b : tensor<5xf32>
  check.expect_almost_eq_const %1, dense<[-1.0, 0.0, 0.0, 1.0, 0x7FC00000]> : tensor<5xf32>
  func.return
}

func.func @roundings() {
  %a = stablehlo.constant dense<[-2.5, -0.4, 0.5, 1.5, 2.5, 2.6]> : tensor<6xf64>
  %c = stablehlo.ceil %a : tensor<6xf64>
  %f = stablehlo.floor %a : tensor<6xf64>
  %z = stablehlo.round_nearest_afz %a : tensor<6xf64>
  %e = stablehlo.round_nearest_even %a : tensor<6xf64>
  check.expect_eq_const %c, dense<[-2.0, 0.0, 1.0, 2.0, 3.0, 3.0]> : tensor<6xf64>
  check.expect_eq_const %f, dense<[-3.0, -1.0, 0.0, 1.0, 2.0, 2.0]> : tensor<6xf64>
  check.expect_eq_const %z, dense<[-3.0, 0.0, 1.0, 2.0, 3.0, 3.0]> : tensor<6xf64>
  check.expect_eq_const %e, dense<[-2.0, 0.0, 0.0, 2.0, 2.0, 3.0]> : tensor<6xf64>
  func.return
}

func.func @roots() {
  %a = stablehlo.constant dense<[4.0, 0.25]> : tensor<2xf32>
  %s = stablehlo.sqrt %a : tensor<2xf32>
  %r = stablehlo.rsqrt %a : tensor<2xf32>
  check.expect_almost_eq_const %s, dense<[2.0, 0.5]> : tensor<2xf32>
  check.expect_almost_eq_const %r, dense<[0.5, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[27.0, -8.0]> : tensor<2xf64>
  %c = stablehlo.cbrt %b : tensor<2xf64>
  check.expect_almost_eq_const %c, dense<[3.0, -2.0]> : tensor<2xf64>
  func.return
}

func.func @exponentials() {
  %a = stablehlo.constant dense<[0.0, 1.0, 0xFFF0000000000000]> : tensor<3xf64>
  %e = stablehlo.exponential %a : tensor<3xf64>
  %m = stablehlo.exponential_minus_one %a : tensor<3xf64>
  check.expect_almost_eq_const %e, dense<[1.0, 2.7182818284590451, 0.0]> : tensor<3xf64>
  check.expect_almost_eq_const %m, dense<[0.0, 1.7182818284590453, -1.0]> : tensor<3xf64>
  func.return
}

func.func @logarithms() {
  %a = stablehlo.constant dense<[1.0, 0.0, 2.7182818284590451, -1.0]> : tensor<4xf64>
  %l = stablehlo.log %a : tensor<4xf64>
  check.expect_almost_eq_const %l, dense<[0.0, 0xFFF0000000000000, 1.0, 0x7FF8000000000000]> : tensor<4xf64>
  %b = stablehlo.constant dense<[0.0, -1.0, 1.7182818284590451]> : tensor<3xf64>
  %p = stablehlo.log_plus_one %b : tensor<3xf64>
  check.expect_almost_eq_const %p, dense<[0.0, 0xFFF0000000000000, 1.0]> : tensor<3xf64>
  func.return
}

func.func @trigonometry() {
  %a = stablehlo.constant dense<[0.0, 1.5707963267948966]> : tensor<2xf64>
  %s = stablehlo.sine %a : tensor<2xf64>
  %c = stablehlo.cosine %a : tensor<2xf64>
  check.expect_almost_eq_const %s, dense<[0.0, 1.0]> : tensor<2xf64>
  check.expect_almost_eq_const %c, dense<[1.0, 0.0]> : tensor<2xf64>
  %b = stablehlo.constant dense<[0.0, 0.78539816339744828]> : tensor<2xf64>
  %t = stablehlo.tan %b : tensor<2xf64>
  check.expect_almost_eq_const %t, dense<[0.0, 1.0]> : tensor<2xf64>
  func.return
}

func.func @hyperbolic_and_logistic() {
  %a = stablehlo.constant dense<[0.0, 0x7F800000, 0xFF800000]> : tensor<3xf32>
  %t = stablehlo.tanh %a : tensor<3xf32>
  %l = stablehlo.logistic %a : tensor<3xf32>
  check.expect_almost_eq_const %t, dense<[0.0, 1.0, -1.0]> : tensor<3xf32>
  check.expect_almost_eq_const %l, dense<[0.5, 1.0, 0.0]> : tensor<3xf32>
  func.return
}

func.func @complex_real_imag() {
  %re = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %im = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %0 = stablehlo.complex %re, %im : tensor<2xcomplex<f32>>
  %1 = stablehlo.complex %im, %re : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  %2 = stablehlo.real %0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %3 = stablehlo.imag %0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %4 = stablehlo.real %1 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %2, dense<[1.0, 3.0]> : tensor<2xf32>
  check.expect_eq_const %3, dense<[2.0, 4.0]> : tensor<2xf32>
  check.expect_eq_const %4, dense<[2.0, 4.0]> : tensor<2xf32>
  func.return
}

func.func @real_and_imag_of_a_real_number() {
  %a = stablehlo.constant dense<[1.5, -2.5]> : tensor<2xf64>
  %0 = stablehlo.real %a : (tensor<2xf64>) -> tensor<2xf64>
  %1 = stablehlo.imag %a : (tensor<2xf64>) -> tensor<2xf64>
  check.expect_eq_const %0, dense<[1.5, -2.5]> : tensor<2xf64>
  check.expect_eq_const %1, dense<[0.0, 0.0]> : tensor<2xf64>
  func.return
}

// e5m2 of f32: 1.0625 has more mantissa than fits and rounds to even; 65536 is over the largest and becomes infinity.
func.func @reduce_precision() {
  %a = stablehlo.constant dense<[1.0625, 1.75, 65536.0]> : tensor<3xf32>
  %0 = stablehlo.reduce_precision %a, format = e5m2 : tensor<3xf32>
  %1 = "stablehlo.reduce_precision"(%a) {exponent_bits = 8 : i32, mantissa_bits = 23 : i32} : (tensor<3xf32>) -> tensor<3xf32>
  check.expect_eq_const %0, dense<[1.0, 1.75, 0x7F800000]> : tensor<3xf32>
  check.expect_eq_const %1, dense<[1.0625, 1.75, 65536.0]> : tensor<3xf32>
  func.return
}
