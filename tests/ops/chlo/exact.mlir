// chlo: functions that are exact. Values by hand, from the formats.

func.func @infinities() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x7F7FFFFF]> : tensor<4xf32>
  %a = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %a, dense<[true, true, false, false]> : tensor<4xi1>
  %p = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %p, dense<[true, false, false, false]> : tensor<4xi1>
  %n = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %n, dense<[false, true, false, false]> : tensor<4xi1>
  %y = stablehlo.constant dense<[0x7C, 0xFC, 0x7D]> : tensor<3xf8E5M2>
  %b = chlo.is_inf %y : tensor<3xf8E5M2> -> tensor<3xi1>
  check.expect_eq_const %b, dense<[true, true, false]> : tensor<3xi1>
  %z = stablehlo.constant dense<[0x7F, 0x7E]> : tensor<2xf8E4M3FN>
  %c = chlo.is_inf %z : tensor<2xf8E4M3FN> -> tensor<2xi1>
  check.expect_eq_const %c, dense<false> : tensor<2xi1>
  return
}

func.func @next_after() {
  // Up, down, equal zeros, from zero either way, across the end of a binade, to infinity.
  %x = stablehlo.constant dense<[0x3F800000, 0x3F800000, 0x00000000, 0x00000000, 0x00000000, 0x3F7FFFFF, 0x7F7FFFFF, 0x80000001]> : tensor<8xf32>
  %y = stablehlo.constant dense<[0x40000000, 0x00000000, 0x80000000, 0xBF800000, 0x3F800000, 0x3F800000, 0x7F800000, 0x3F800000]> : tensor<8xf32>
  %a = chlo.next_after %x, %y : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  check.expect_eq_const %a, dense<[0x3F800001, 0x3F7FFFFF, 0x80000000, 0x80000001, 0x00000001, 0x3F800000, 0x7F800000, 0x80000000]> : tensor<8xf32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<8xf32>
  %b = chlo.next_after %x, %nan : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %b_ne = stablehlo.compare NE, %b, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const %b_ne, dense<true> : tensor<8xi1>
  %d = stablehlo.constant dense<[1.0, 0x7FEFFFFFFFFFFFFF]> : tensor<2xf64>
  %e = stablehlo.constant dense<0xFFF0000000000000> : tensor<2xf64>
  %f = chlo.next_after %d, %e : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  check.expect_eq_const %f, dense<[0x3FEFFFFFFFFFFFFF, 0x7FEFFFFFFFFFFFFE]> : tensor<2xf64>
  return
}

// Each type's own next number, not that of a wider one.
func.func @next_after_of_narrow_types() {
  %h = stablehlo.constant dense<[1.0, 65504.0]> : tensor<2xf16>
  %hy = stablehlo.constant dense<[2.0, 0x7C00]> : tensor<2xf16>
  %a = chlo.next_after %h, %hy : tensor<2xf16>, tensor<2xf16> -> tensor<2xf16>
  check.expect_eq_const %a, dense<[0x3C01, 0x7C00]> : tensor<2xf16>
  %b = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xbf16>
  %by = stablehlo.constant dense<[2.0, -2.0]> : tensor<2xbf16>
  %c = chlo.next_after %b, %by : tensor<2xbf16>, tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq_const %c, dense<[0x3F81, 0xBF81]> : tensor<2xbf16>
  %four = stablehlo.constant dense<[0.0, 4.0, -6.0, 0.5]> : tensor<4xf4E2M1FN>
  %foury = stablehlo.constant dense<[1.0, 6.0, 6.0, -1.0]> : tensor<4xf4E2M1FN>
  %d = chlo.next_after %four, %foury : tensor<4xf4E2M1FN>, tensor<4xf4E2M1FN> -> tensor<4xf4E2M1FN>
  check.expect_eq_const %d, dense<[0.5, 6.0, -4.0, 0.0]> : tensor<4xf4E2M1FN>
  // The pattern of -0 is the NaN of these: below zero comes the smallest negative number, above that zero.
  %uz = stablehlo.constant dense<[0x00, 0x81]> : tensor<2xf8E4M3FNUZ>
  %uzy = stablehlo.constant dense<[-1.0, 1.0]> : tensor<2xf8E4M3FNUZ>
  %e = chlo.next_after %uz, %uzy : tensor<2xf8E4M3FNUZ>, tensor<2xf8E4M3FNUZ> -> tensor<2xf8E4M3FNUZ>
  %e_bits = stablehlo.bitcast_convert %e : (tensor<2xf8E4M3FNUZ>) -> tensor<2xui8>
  check.expect_eq_const %e_bits, dense<[129, 0]> : tensor<2xui8>
  // Powers of two only, without a sign.
  %p = stablehlo.constant dense<[1.0, 4.0]> : tensor<2xf8E8M0FNU>
  %py = stablehlo.constant dense<[8.0, 1.0]> : tensor<2xf8E8M0FNU>
  %f = chlo.next_after %p, %py : tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU> -> tensor<2xf8E8M0FNU>
  check.expect_eq_const %f, dense<[2.0, 2.0]> : tensor<2xf8E8M0FNU>
  return
}

func.func @mulhi() {
  %a = stablehlo.constant dense<[-9223372036854775808, -1, 4611686018427387904, 3]> : tensor<4xi64>
  %b = stablehlo.constant dense<[-9223372036854775808, 1, 4, 5]> : tensor<4xi64>
  %c = chlo.mulhi %a, %b : tensor<4xi64>, tensor<4xi64> -> tensor<4xi64>
  check.expect_eq_const %c, dense<[4611686018427387904, -1, 1, 0]> : tensor<4xi64>
  %u = stablehlo.constant dense<[18446744073709551615, 4294967296]> : tensor<2xui64>
  %v = chlo.mulhi %u, %u : tensor<2xui64>, tensor<2xui64> -> tensor<2xui64>
  check.expect_eq_const %v, dense<[18446744073709551614, 1]> : tensor<2xui64>
  %i = stablehlo.constant dense<[-128, 127, -1, 64]> : tensor<4xi8>
  %j = stablehlo.constant dense<[-128, 127, 1, 4]> : tensor<4xi8>
  %k = chlo.mulhi %i, %j : tensor<4xi8>, tensor<4xi8> -> tensor<4xi8>
  check.expect_eq_const %k, dense<[64, 63, -1, 1]> : tensor<4xi8>
  // -8 * -8 is 64, 0100 0000; 7 * -8 is -56, 1100 1000.
  %m = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %n = stablehlo.constant dense<-8> : tensor<2xi4>
  %o = chlo.mulhi %m, %n : tensor<2xi4>, tensor<2xi4> -> tensor<2xi4>
  check.expect_eq_const %o, dense<[4, -4]> : tensor<2xi4>
  %p = stablehlo.constant dense<[15, 4]> : tensor<2xui4>
  %q = chlo.mulhi %p, %p : tensor<2xui4>, tensor<2xui4> -> tensor<2xui4>
  check.expect_eq_const %q, dense<[14, 1]> : tensor<2xui4>
  %r = stablehlo.constant dense<[-2, 1]> : tensor<2xi2>
  %s = chlo.mulhi %r, %r : tensor<2xi2>, tensor<2xi2> -> tensor<2xi2>
  check.expect_eq_const %s, dense<[1, 0]> : tensor<2xi2>
  return
}

func.func @constants() {
  %a = chlo.constant {note = "kept"} dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi32>
  %b = "chlo.constant_like"(%a) <{value = 2.5 : f16}> : (tensor<2xi32>) -> tensor<2xf16>
  check.expect_eq_const %b, dense<2.5> : tensor<2xf16>
  %c = "chlo.constant_like"(%a) {value = 255 : ui8} : (tensor<2xi32>) -> tensor<2xui8>
  check.expect_eq_const %c, dense<255> : tensor<2xui8>
  %d = "chlo.constant_like"(%a) {value = true} : (tensor<2xi32>) -> tensor<2xi1>
  check.expect_eq_const %d, dense<true> : tensor<2xi1>
  %u = tensor.cast %a : tensor<2xi32> to tensor<?xi32>
  %e = "chlo.constant_like"(%u) {value = -7 : i64} : (tensor<?xi32>) -> tensor<?xi64>
  %f = tensor.cast %e : tensor<?xi64> to tensor<2xi64>
  check.expect_eq_const %f, dense<-7> : tensor<2xi64>
  return
}

// Chains of element-wise ops run in blocks.
func.func @chain() {
  %x = stablehlo.constant dense<[0.0, 3.0, 4.0]> : tensor<3xf64>
  %a = chlo.square %x : tensor<3xf64> -> tensor<3xf64>
  %b = stablehlo.sqrt %a : tensor<3xf64>
  %c = chlo.conj %b : tensor<3xf64> -> tensor<3xf64>
  %d = chlo.is_inf %c : tensor<3xf64> -> tensor<3xi1>
  %e = stablehlo.select %d, %x, %c : tensor<3xi1>, tensor<3xf64>
  check.expect_eq %e, %x : tensor<3xf64>
  return
}

func.func @constant_like_complex() {
  %a = stablehlo.constant dense<[(0.0, 0.0), (1.0, 1.0)]> : tensor<2xcomplex<f32>>
  %b = "chlo.constant_like"(%a) <{value = #complex.number<:f32 1.0, -2.5>}> : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %b, dense<(1.0, -2.5)> : tensor<2xcomplex<f32>>
  return
}
