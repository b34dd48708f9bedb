// reduce_precision at the ends of its range, and a case of a single branch, which every index takes.

// e5m10: 1.1 is nearest to 1126/1024; 2^-14 is the least that is no subnormal, and what is below is 0; from 65520 on it is infinity.
func.func @to_half() {
  %x = stablehlo.constant dense<[1.1, -1.1, 7.0e-5, 6.0e-5, 65519.0, 65520.0, -1.0e38, -0.0, 0x7F800000]> : tensor<9xf32>
  %0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<9xf32>
  check.expect_eq_const %0, dense<[1.099609375, -1.099609375, 6.997585296630859375e-05, 0.0, 65504.0, 0x7F800000, 0xFF800000, -0.0, 0x7F800000]> : tensor<9xf32>
  return
}

// Without mantissa bits, a tie goes to the even exponent's power of two, and a NaN has no bit left to be one.
func.func @no_mantissa() {
  %x = stablehlo.constant dense<[1.5, 3.0, 5.0, 0x7FC00000]> : tensor<4xf32>
  %0 = stablehlo.reduce_precision %x, format = e8m0 : tensor<4xf32>
  check.expect_eq_const %0, dense<[2.0, 2.0, 4.0, 0x7F800000]> : tensor<4xf32>
  return
}

func.func @one_branch() {
  %i = stablehlo.constant dense<5> : tensor<i32>
  %x = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf32>
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[3.0, -4.0]> : tensor<2xf32>
  return
}
