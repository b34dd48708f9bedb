// Logic, bits and shifts: StableHLO spec, and ... xor, shift_*, popcnt, count_leading_zeros.

func.func @logic_of_pred() {
  %a = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %b = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %and = stablehlo.and %a, %b : tensor<4xi1>
  %or = stablehlo.or %a, %b : tensor<4xi1>
  %xor = stablehlo.xor %a, %b : tensor<4xi1>
  %not = stablehlo.not %a : tensor<4xi1>
  check.expect_eq_const %and, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %or, dense<[false, true, true, true]> : tensor<4xi1>
  check.expect_eq_const %xor, dense<[false, true, true, false]> : tensor<4xi1>
  check.expect_eq_const %not, dense<[true, true, false, false]> : tensor<4xi1>
  func.return
}

func.func @logic_of_bits() {
  %a = stablehlo.constant dense<[12, -1]> : tensor<2xi16>
  %b = stablehlo.constant dense<[10, 5]> : tensor<2xi16>
  %and = stablehlo.and %a, %b : tensor<2xi16>
  %or = stablehlo.or %a, %b : tensor<2xi16>
  %xor = stablehlo.xor %a, %b : tensor<2xi16>
  %not = stablehlo.not %a : tensor<2xi16>
  check.expect_eq_const %and, dense<[8, 5]> : tensor<2xi16>
  check.expect_eq_const %or, dense<[14, -1]> : tensor<2xi16>
  check.expect_eq_const %xor, dense<[6, -6]> : tensor<2xi16>
  check.expect_eq_const %not, dense<[-13, 0]> : tensor<2xi16>
  func.return
}

func.func @not_of_unsigned_narrow() {
  %a = stablehlo.constant dense<[0, 5]> : tensor<2xui4>
  %0 = stablehlo.not %a : tensor<2xui4>
  check.expect_eq_const %0, dense<[15, 10]> : tensor<2xui4>
  func.return
}

func.func @shifts() {
  %a = stablehlo.constant dense<[-1, -8, 5, 64]> : tensor<4xi8>
  %b = stablehlo.constant dense<[1, 2, 0, 1]> : tensor<4xi8>
  %l = stablehlo.shift_left %a, %b : tensor<4xi8>
  %r = stablehlo.shift_right_arithmetic %a, %b : tensor<4xi8>
  %u = stablehlo.shift_right_logical %a, %b : tensor<4xi8>
  check.expect_eq_const %l, dense<[-2, -32, 5, -128]> : tensor<4xi8>
  check.expect_eq_const %r, dense<[-1, -2, 5, 32]> : tensor<4xi8>
  check.expect_eq_const %u, dense<[127, 62, 5, 32]> : tensor<4xi8>
  func.return
}

// A shift by the width or more, or by a negative amount, leaves nothing but sign bits.
func.func @shifts_too_far() {
  %a = stablehlo.constant dense<[-1, 5, -1, 5]> : tensor<4xi32>
  %b = stablehlo.constant dense<[32, 32, -1, 100]> : tensor<4xi32>
  %l = stablehlo.shift_left %a, %b : tensor<4xi32>
  %r = stablehlo.shift_right_arithmetic %a, %b : tensor<4xi32>
  %u = stablehlo.shift_right_logical %a, %b : tensor<4xi32>
  check.expect_eq_const %l, dense<[0, 0, 0, 0]> : tensor<4xi32>
  check.expect_eq_const %r, dense<[-1, 0, -1, 0]> : tensor<4xi32>
  check.expect_eq_const %u, dense<[0, 0, 0, 0]> : tensor<4xi32>
  func.return
}

func.func @popcnt_and_leading_zeros() {
  %a = stablehlo.constant dense<[0, 1, -1, 127]> : tensor<4xi8>
  %p = stablehlo.popcnt %a : tensor<4xi8>
  %z = stablehlo.count_leading_zeros %a : tensor<4xi8>
  check.expect_eq_const %p, dense<[0, 1, 8, 7]> : tensor<4xi8>
  check.expect_eq_const %z, dense<[8, 7, 0, 1]> : tensor<4xi8>
  %b = stablehlo.constant dense<[0, 1]> : tensor<2xi4>
  %y = stablehlo.count_leading_zeros %b : tensor<2xi4>
  check.expect_eq_const %y, dense<[4, 3]> : tensor<2xi4>
  func.return
}
