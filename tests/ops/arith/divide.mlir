// arith.divsi, divui, remsi, remui, ceildivsi, floordivsi: all signs; then the same bits read without sign; scalars, i1 and index.

func.func @signed() {
  %a = arith.constant dense<[7, -7, 7, -7, 6, -128]> : tensor<6xi8>
  %b = arith.constant dense<[2, 2, -2, -2, 3, 3]> : tensor<6xi8>
  %q = arith.divsi %a, %b : tensor<6xi8>
  %r = arith.remsi %a, %b : tensor<6xi8>
  %c = arith.ceildivsi %a, %b : tensor<6xi8>
  %f = arith.floordivsi %a, %b : tensor<6xi8>
  check.expect_eq_const %q, dense<[3, -3, -3, 3, 2, -42]> : tensor<6xi8>
  check.expect_eq_const %r, dense<[1, -1, 1, -1, 0, -2]> : tensor<6xi8>
  check.expect_eq_const %c, dense<[4, -3, -3, 4, 2, -42]> : tensor<6xi8>
  check.expect_eq_const %f, dense<[3, -4, -4, 3, 2, -43]> : tensor<6xi8>
  return
}

// -7 is 249 without sign, -128 is 128.
func.func @unsigned() {
  %a = arith.constant dense<[7, -7, -1, -128]> : tensor<4xi8>
  %b = arith.constant dense<[2, 2, -2, 3]> : tensor<4xi8>
  %q = arith.divui %a, %b : tensor<4xi8>
  %r = arith.remui %a, %b : tensor<4xi8>
  check.expect_eq_const %q, dense<[3, 124, 1, 42]> : tensor<4xi8>
  check.expect_eq_const %r, dense<[1, 1, 1, 2]> : tensor<4xi8>
  return
}

func.func @scalars() {
  %a = arith.constant -9 : index
  %b = arith.constant 4 : index
  %true = arith.constant true
  %p = arith.floordivsi %a, %b : index
  %q = arith.ceildivsi %a, %b : index
  %r = arith.remsi %a, %b : index
  %all = tensor.from_elements %p, %q, %r : tensor<3xindex>
  %got = arith.index_cast %all : tensor<3xindex> to tensor<3xi64>
  check.expect_eq_const %got, dense<[-3, -2, -1]> : tensor<3xi64>
  // The largest without sign by 10.
  %m = arith.constant -1 : i64
  %ten = arith.constant 10 : i64
  %u = arith.divui %m, %ten : i64
  %v = arith.remui %m, %ten : i64
  %d = arith.divui %true, %true : i1
  %e = arith.extui %d : i1 to i64
  // The least by -1 leaves no remainder.
  %least = arith.constant -9223372036854775808 : i64
  %w = arith.remsi %least, %m : i64
  %more = tensor.from_elements %u, %v, %e, %w : tensor<4xi64>
  check.expect_eq_const %more, dense<[1844674407370955161, 5, 1, 0]> : tensor<4xi64>
  return
}
