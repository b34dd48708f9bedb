// arith.maxnumf, minnumf, remf, shli, shrsi, shrui

// A NaN gives way to a number; two of them stay one; a zero with a sign is the smaller one.
func.func @numbers() {
  %a = arith.constant dense<[1.0, 0x7FC00000, 3.0, -0.0]> : tensor<4xf32>
  %b = arith.constant dense<[2.0, 5.0, 0x7FC00000, 0.0]> : tensor<4xf32>
  %max = arith.maxnumf %a, %b : tensor<4xf32>
  %min = arith.minnumf %a, %b : tensor<4xf32>
  check.expect_eq_const %max, dense<[2.0, 5.0, 3.0, 0.0]> : tensor<4xf32>
  check.expect_eq_const %min, dense<[1.0, 5.0, 3.0, -0.0]> : tensor<4xf32>
  %n = arith.constant 0x7FC00000 : f32
  %both = arith.maxnumf %n, %n : f32
  %none = arith.cmpf uno, %both, %both : f32
  %got = tensor.from_elements %none : tensor<i1>
  check.expect_eq_const %got, dense<true> : tensor<i1>
  return
}

// The sign of the remainder is the first operand's.
func.func @remainders() {
  %a = arith.constant dense<[5.5, -5.5, 5.5, 0.75]> : tensor<4xf64>
  %b = arith.constant dense<[2.0, 2.0, -2.0, 1.0]> : tensor<4xf64>
  %r = arith.remf %a, %b : tensor<4xf64>
  check.expect_eq_const %r, dense<[1.5, -1.5, 1.5, 0.75]> : tensor<4xf64>
  return
}

func.func @shifts() {
  %a = arith.constant dense<[1, -1, -128, 100]> : tensor<4xi8>
  %n = arith.constant dense<[3, 1, 7, 0]> : tensor<4xi8>
  %l = arith.shli %a, %n : tensor<4xi8>
  %s = arith.shrsi %a, %n : tensor<4xi8>
  %u = arith.shrui %a, %n : tensor<4xi8>
  check.expect_eq_const %l, dense<[8, -2, 0, 100]> : tensor<4xi8>
  check.expect_eq_const %s, dense<[0, -1, -1, 100]> : tensor<4xi8>
  check.expect_eq_const %u, dense<[0, 127, 1, 100]> : tensor<4xi8>
  %x = arith.constant -16 : index
  %two = arith.constant 2 : index
  %y = arith.shrsi %x, %two : index
  %z = arith.index_cast %y : index to i64
  %got = tensor.from_elements %z : tensor<i64>
  check.expect_eq_const %got, dense<-4> : tensor<i64>
  return
}
