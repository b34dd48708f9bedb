// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @_asin_acos_kernel() {
  %x_asin_acos_kernel = stablehlo.constant dense<[(0x3F000000, 0x3E800000), (0xC0000000, 0x00000000), (0x40000000, 0x2EDBE6FF), (0xBF400000, 0xC0400000), (0x3F800000, 0x3727C5AC), (0x00000000, 0x40000000), (0x40400000, 0xBF000000), (0x501502F9, 0x2EDBE6FF), (0xAB8CBCCC, 0x3FC00000)]> : tensor<9xcomplex<f32>>
  %w_asin_acos_kernel = stablehlo.constant dense<[(0x3F6968BB, 0x3E901325), (0x00000000, 0x3FA89214), (0x2EFDEBDD, 0x3FA89214), (0x4049D7E9, 0x3FEC1B11), (0x3B4F3E59, 0x3B4F3E42), (0x400F1BBD, 0x3FB8C90C), (0x3F078250, 0x3FE3B5F6), (0x2EDBE6FF, 0x41BDC082), (0x3FE6C15A, 0x3F98EE00)]> : tensor<9xcomplex<f32>>
  %asin_acos_kernel = chlo._asin_acos_kernel %x_asin_acos_kernel : tensor<9xcomplex<f32>> -> tensor<9xcomplex<f32>>
  check.expect_close %asin_acos_kernel, %w_asin_acos_kernel, max_ulp_difference = 1 : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  return
}

// -----

func.func @acos() {
  %x_acos = stablehlo.constant dense<[0x0000, 0x3400, 0xB800, 0x0000, 0x0000, 0x3BFE, 0xBBFE, 0x3C00, 0xBC00, 0x3E00, 0xFC00, 0x7E00]> : tensor<12xf16>
  %w_acos = stablehlo.constant dense<[0x3E48, 0x3D46, 0x4030, 0x3E48, 0x3E48, 0x29A8, 0x4232, 0x0000, 0x4248, 0x7E00, 0x7E00, 0x7E00]> : tensor<12xf16>
  %acos = chlo.acos %x_acos : tensor<12xf16> -> tensor<12xf16>
  check.expect_close %acos, %w_acos, max_ulp_difference = 1 : tensor<12xf16>, tensor<12xf16>
  return
}

// -----

func.func @acosh() {
  %x_acosh = stablehlo.constant dense<[0x3C00, 0x3C01, 0x3E00, 0x4000, 0x5640, 0x7BFF, 0x3800, 0xC000, 0x7C00, 0xFC00, 0x7E00]> : tensor<11xf16>
  %w_acosh = stablehlo.constant dense<[0x0000, 0x29A8, 0x3BB3, 0x3D45, 0x454C, 0x49E4, 0x7E00, 0x7E00, 0x7C00, 0x7E00, 0x7E00]> : tensor<11xf16>
  %acosh = chlo.acosh %x_acosh : tensor<11xf16> -> tensor<11xf16>
  check.expect_close %acosh, %w_acosh, max_ulp_difference = 1 : tensor<11xf16>, tensor<11xf16>
  return
}

// -----

func.func @asin() {
  %x_asin = stablehlo.constant dense<[0x0000, 0x3400, 0xB800, 0x0000, 0x0000, 0x3BFE, 0xBBFE, 0x3C00, 0xBC00, 0x3E00, 0xFC00, 0x7E00]> : tensor<12xf16>
  %w_asin = stablehlo.constant dense<[0x0000, 0x340B, 0xB830, 0x0000, 0x0000, 0x3E1B, 0xBE1B, 0x3E48, 0xBE48, 0x7E00, 0x7E00, 0x7E00]> : tensor<12xf16>
  %asin = chlo.asin %x_asin : tensor<12xf16> -> tensor<12xf16>
  check.expect_close %asin, %w_asin, max_ulp_difference = 1 : tensor<12xf16>, tensor<12xf16>
  return
}

// -----

func.func @asinh() {
  %y = stablehlo.constant dense<[(0.0, 2.0), (-0.0, 2.0)]> : tensor<2xcomplex<f64>>
  %asinh = chlo.asinh %y : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %w4 = stablehlo.constant dense<[(0x3FF5124271980435, 0x3FF921FB54442D18), (0xBFF5124271980435, 0x3FF921FB54442D18)]> : tensor<2xcomplex<f64>>
  check.expect_close %asinh, %w4 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}

// -----

func.func @atan() {
  %y = stablehlo.constant dense<[(0.0, 2.0), (-0.0, 2.0)]> : tensor<2xcomplex<f64>>
  %atan = chlo.atan %y : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %w3 = stablehlo.constant dense<[(0x3FF921FB54442D18, 0x3FE193EA7AAD030B), (0xBFF921FB54442D18, 0x3FE193EA7AAD030B)]> : tensor<2xcomplex<f64>>
  check.expect_close %atan, %w3 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}

// -----

func.func @atanh() {
  %y = stablehlo.constant dense<[(1.0, 0.0), (-1.0, -0.0)]> : tensor<2xcomplex<f64>>
  %poles = chlo.atanh %y : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %w3 = stablehlo.constant dense<[(0x7FF0000000000000, 0x0000000000000000), (0xFFF0000000000000, 0x8000000000000000)]> : tensor<2xcomplex<f64>>
  check.expect_close %poles, %w3 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}

// -----

func.func @bessel_i1e() {
  %x_bessel_i1e = stablehlo.constant dense<[0x0000, 0x3800, 0xB800, 0x0000, 0x0000, 0x3C00, 0xBC00, 0x4100, 0xC380, 0x7C00, 0xFC00, 0x7E00, 0x4FC0, 0xCF60, 0x63D0]> : tensor<15xf16>
  %w_bessel_i1e = stablehlo.constant dense<[0x0000, 0x3101, 0xB101, 0x0000, 0x0000, 0x32A7, 0xB2A7, 0x329C, 0xB1DB, 0x0000, 0x0000, 0x7E00, 0x2C88, 0xACA4, 0x2275]> : tensor<15xf16>
  %bessel_i1e = chlo.bessel_i1e %x_bessel_i1e : tensor<15xf16> -> tensor<15xf16>
  check.expect_close %bessel_i1e, %w_bessel_i1e, max_ulp_difference = 1 : tensor<15xf16>, tensor<15xf16>
  return
}

// -----

func.func @broadcast_and() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %and = chlo.broadcast_and %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %and, dense<[[0, 2], [0, 0]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_atan2() {
  %x = stablehlo.constant dense<[0.0, 2.0]> : tensor<2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %a = chlo.broadcast_atan2 %x, %one : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %a_want = stablehlo.constant dense<[0.0, 1.1071487177940904]> : tensor<2xf64>
  check.expect_close %a, %a_want : tensor<2xf64>, tensor<2xf64>
  return
}

// -----

func.func @broadcast_compare() {
  %x = stablehlo.constant dense<[0xFFC00000, -0.0, 1.0]> : tensor<3xf32>
  %y = stablehlo.constant dense<0.0> : tensor<f32>
  %a = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xf32>, tensor<f32>) -> tensor<3xi1>
  check.expect_eq_const %a, dense<false> : tensor<3xi1>
  return
}

// -----

func.func @broadcast_complex() {
  %x = stablehlo.constant dense<[0.0, 2.0]> : tensor<2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %e = chlo.broadcast_complex %x, %one : (tensor<2xf64>, tensor<f64>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %e, dense<[(0.0, 1.0), (2.0, 1.0)]> : tensor<2xcomplex<f64>>
  return
}

// -----

func.func @broadcast_divide() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %divide = chlo.broadcast_divide %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %divide, dense<[[0, 0], [0, 0]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_maximum() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %maximum = chlo.broadcast_maximum %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %maximum, dense<[[10, 10], [20, 20]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_minimum() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %minimum = chlo.broadcast_minimum %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %minimum, dense<[[1, 2], [1, 2]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_multiply() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %multiply = chlo.broadcast_multiply %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %multiply, dense<[[10, 20], [20, 40]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_next_after() {
  %x = stablehlo.constant dense<[0.0, 2.0]> : tensor<2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %b = chlo.broadcast_next_after %x, %one : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  check.expect_eq_const %b, dense<[0x0000000000000001, 0x3FFFFFFFFFFFFFFF]> : tensor<2xf64>
  return
}

// -----

func.func @broadcast_or() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %or = chlo.broadcast_or %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %or, dense<[[11, 10], [21, 22]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_polygamma() {
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %c = chlo.broadcast_polygamma %one, %one : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %d_want = stablehlo.constant dense<1.6449340668482264> : tensor<f64>
  check.expect_close %c, %d_want : tensor<f64>, tensor<f64>
  return
}

// -----

func.func @broadcast_power() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %power = chlo.broadcast_power %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %power, dense<[[1, 1024], [1, 1048576]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_remainder() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %remainder = chlo.broadcast_remainder %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %remainder, dense<[[1, 2], [1, 2]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_shift_left() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %shift_left = chlo.broadcast_shift_left %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %shift_left, dense<[[1024, 2048], [1048576, 2097152]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_shift_right_arithmetic() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %shift_right_arithmetic = chlo.broadcast_shift_right_arithmetic %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %shift_right_arithmetic, dense<[[0, 0], [0, 0]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_shift_right_logical() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %shift_right_logical = chlo.broadcast_shift_right_logical %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %shift_right_logical, dense<[[0, 0], [0, 0]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_subtract() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %subtract = chlo.broadcast_subtract %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %subtract, dense<[[-9, -8], [-19, -18]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_xor() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %xor = chlo.broadcast_xor %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %xor, dense<[[11, 8], [21, 22]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_zeta() {
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %d = chlo.broadcast_zeta %two, %one : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %d_want = stablehlo.constant dense<1.6449340668482264> : tensor<f64>
  check.expect_close %d, %d_want : tensor<f64>, tensor<f64>
  return
}

// -----

func.func @constant() {
  %a = chlo.constant {note = "kept"} dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi32>
  return
}

// -----

func.func @cosh() {
  %x = stablehlo.constant dense<[(1.0e300, 0.0), (-1.0e300, 0.0), (-1.0e300, -0.0)]> : tensor<3xcomplex<f64>>
  %cosh = chlo.cosh %x : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %w0 = stablehlo.constant dense<[(0x7FF0000000000000, 0.0), (0x7FF0000000000000, -0.0), (0x7FF0000000000000, 0.0)]> : tensor<3xcomplex<f64>>
  check.expect_close %cosh, %w0, max_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}

// -----

func.func @digamma() {
  %x_digamma = stablehlo.constant dense<[0x3800, 0x3C00, 0x3DD8, 0x4000, 0x4300, 0x5640, 0x63D0, 0xB800, 0xC080, 0xC200, 0x0000, 0x9400, 0x7C00, 0xFC00, 0x7E00]> : tensor<15xf16>
  %w_digamma = stablehlo.constant dense<[0xBFDB, 0xB89E, 0x9182, 0x36C4, 0x3C6A, 0x449A, 0x46E8, 0x28AC, 0x4429, 0x7E00, 0x7E00, 0x63FF, 0x7C00, 0x7E00, 0x7E00]> : tensor<15xf16>
  %digamma = chlo.digamma %x_digamma : tensor<15xf16> -> tensor<15xf16>
  check.expect_close %digamma, %w_digamma, max_ulp_difference = 1 : tensor<15xf16>, tensor<15xf16>
  return
}

// -----

func.func @erf() {
  %x_erf = stablehlo.constant dense<[0x0000, 0x3800, 0xB800, 0x0000, 0x0000, 0x3C00, 0xBC00, 0x4100, 0xC380, 0x7C00, 0xFC00, 0x7E00]> : tensor<12xf16>
  %w_erf = stablehlo.constant dense<[0x0000, 0x382A, 0xB82A, 0x0000, 0x0000, 0x3ABE, 0xBABE, 0x3BFF, 0xBC00, 0x3C00, 0xBC00, 0x7E00]> : tensor<12xf16>
  %erf = chlo.erf %x_erf : tensor<12xf16> -> tensor<12xf16>
  check.expect_close %erf, %w_erf, max_ulp_difference = 1 : tensor<12xf16>, tensor<12xf16>
  return
}

// -----

func.func @erf_inv() {
  %x_erf_inv = stablehlo.constant dense<[0x0000, 0x3400, 0xB800, 0x0000, 0x0000, 0x3BFE, 0xBBFE, 0x3C00, 0xBC00, 0x3E00, 0xFC00, 0x7E00, 0x3A00, 0x3BFF]> : tensor<14xf16>
  %w_erf_inv = stablehlo.constant dense<[0x0000, 0x3336, 0xB7A2, 0x0000, 0x0000, 0x40AA, 0xC0AA, 0x7C00, 0xFC00, 0x7E00, 0x7E00, 0x7E00, 0x3A82, 0x40EE]> : tensor<14xf16>
  %erf_inv = chlo.erf_inv %x_erf_inv : tensor<14xf16> -> tensor<14xf16>
  check.expect_close %erf_inv, %w_erf_inv, max_ulp_difference = 1 : tensor<14xf16>, tensor<14xf16>
  return
}

// -----

func.func @erfc() {
  %x_erfc = stablehlo.constant dense<[0x0000, 0x3800, 0xB800, 0x0000, 0x0000, 0x3C00, 0xBC00, 0x4100, 0xC380, 0x7C00, 0xFC00, 0x7E00, 0x4400, 0xC400]> : tensor<14xf16>
  %w_erfc = stablehlo.constant dense<[0x3C00, 0x37AC, 0x3E15, 0x3C00, 0x3C00, 0x3109, 0x3F5F, 0x0EAB, 0x4000, 0x0000, 0x4000, 0x7E00, 0x0000, 0x4000]> : tensor<14xf16>
  %erfc = chlo.erfc %x_erfc : tensor<14xf16> -> tensor<14xf16>
  check.expect_close %erfc, %w_erfc, max_ulp_difference = 1 : tensor<14xf16>, tensor<14xf16>
  return
}

// -----

func.func @is_neg_inf() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x7F7FFFFF]> : tensor<4xf32>
  %n = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %n, dense<[false, true, false, false]> : tensor<4xi1>
  return
}

// -----

func.func @is_pos_inf() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x7F7FFFFF]> : tensor<4xf32>
  %p = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %p, dense<[true, false, false, false]> : tensor<4xi1>
  return
}

// -----

func.func @lgamma() {
  %x_lgamma = stablehlo.constant dense<[0x3800, 0x3C00, 0x4000, 0x4300, 0x3D00, 0x5640, 0x63D0, 0xB800, 0xC080, 0xC200, 0x0000, 0x0000, 0x7C00, 0xFC00, 0x7E00]> : tensor<15xf16>
  %w_lgamma = stablehlo.constant dense<[0x3894, 0x0000, 0x0000, 0x3CCE, 0xAE4A, 0x5D9D, 0x6DC4, 0x3D10, 0x3872, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00]> : tensor<15xf16>
  %lgamma = chlo.lgamma %x_lgamma : tensor<15xf16> -> tensor<15xf16>
  check.expect_close %lgamma, %w_lgamma, max_ulp_difference = 1 : tensor<15xf16>, tensor<15xf16>
  return
}

// -----

func.func @mulhi() {
  %r = stablehlo.constant dense<[-2, 1]> : tensor<2xi2>
  %s = chlo.mulhi %r, %r : tensor<2xi2>, tensor<2xi2> -> tensor<2xi2>
  check.expect_eq_const %s, dense<[1, 0]> : tensor<2xi2>
  return
}

// -----

func.func @next_after() {
  %h = stablehlo.constant dense<[1.0, 65504.0]> : tensor<2xf16>
  %hy = stablehlo.constant dense<[2.0, 0x7C00]> : tensor<2xf16>
  %a = chlo.next_after %h, %hy : tensor<2xf16>, tensor<2xf16> -> tensor<2xf16>
  check.expect_eq_const %a, dense<[0x3C01, 0x7C00]> : tensor<2xf16>
  return
}

// -----

func.func @polygamma() {
  %x_polygamma = stablehlo.constant dense<[0x0000, 0x3C00, 0x4000, 0x4200, 0x4500, 0x3800, 0xBC00, 0x3C00, 0x4000, 0x4700]> : tensor<10xf16>
  %y_polygamma = stablehlo.constant dense<[0x4100, 0x3C00, 0x3800, 0xBE00, 0x4900, 0x3C00, 0x3C00, 0xC000, 0xC000, 0x3A00]> : tensor<10xf16>
  %w_polygamma = stablehlo.constant dense<[0x39A0, 0x3E94, 0xCC35, 0x5A15, 0x0D03, 0x7E00, 0x7E00, 0x7C00, 0x7E00, 0x7A27]> : tensor<10xf16>
  %polygamma = chlo.polygamma %x_polygamma, %y_polygamma : tensor<10xf16>, tensor<10xf16> -> tensor<10xf16>
  check.expect_close %polygamma, %w_polygamma, max_ulp_difference = 1 : tensor<10xf16>, tensor<10xf16>
  return
}

// -----

func.func @ragged_dot() {
  %l = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %r = stablehlo.constant dense<[[[1]], [[10]]]> : tensor<2x1x1xi32>
  %g = stablehlo.constant dense<[1, 9]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x1xi32>, tensor<2x1x1xi32>, tensor<2xi32>) -> tensor<2x1xi32>
  check.expect_eq_const %0, dense<[[1], [20]]> : tensor<2x1xi32>
  return
}

// -----

func.func @sinh() {
  %x = stablehlo.constant dense<[(1.0e300, 0.0), (-1.0e300, 0.0), (-1.0e300, -0.0)]> : tensor<3xcomplex<f64>>
  %sinh = chlo.sinh %x : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %w1 = stablehlo.constant dense<[(0x7FF0000000000000, 0.0), (0xFFF0000000000000, 0.0), (0xFFF0000000000000, -0.0)]> : tensor<3xcomplex<f64>>
  check.expect_close %sinh, %w1, max_ulp_difference = 0 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}

// -----

func.func @tan() {
  %x_tan = stablehlo.constant dense<[0x0000, 0x3800, 0xBE00, 0x0000, 0x5640, 0x7E00, 0x7C00]> : tensor<7xf16>
  %w_tan = stablehlo.constant dense<[0x0000, 0x385F, 0xCB0D, 0x0000, 0xB8B3, 0x7E00, 0x7E00]> : tensor<7xf16>
  %tan = chlo.tan %x_tan : tensor<7xf16> -> tensor<7xf16>
  check.expect_close %tan, %w_tan, max_ulp_difference = 1 : tensor<7xf16>, tensor<7xf16>
  return
}
