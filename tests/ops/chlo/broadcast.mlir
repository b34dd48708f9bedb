// chlo: element-wise ops that broadcast their operands. Values by hand; those of floats are of functions that are exact there.

// Rank 1 against rank 2: aligned at the last dimension, and dims of one element grow.
func.func @integers() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %add = chlo.broadcast_add %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %add, dense<[[11, 12], [21, 22]]> : tensor<2x2xi32>
  %subtract = chlo.broadcast_subtract %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %subtract, dense<[[-9, -8], [-19, -18]]> : tensor<2x2xi32>
  %multiply = chlo.broadcast_multiply %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %multiply, dense<[[10, 20], [20, 40]]> : tensor<2x2xi32>
  %divide = chlo.broadcast_divide %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %divide, dense<[[0, 0], [0, 0]]> : tensor<2x2xi32>
  %maximum = chlo.broadcast_maximum %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %maximum, dense<[[10, 10], [20, 20]]> : tensor<2x2xi32>
  %minimum = chlo.broadcast_minimum %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %minimum, dense<[[1, 2], [1, 2]]> : tensor<2x2xi32>
  %power = chlo.broadcast_power %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %power, dense<[[1, 1024], [1, 1048576]]> : tensor<2x2xi32>
  %remainder = chlo.broadcast_remainder %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %remainder, dense<[[1, 2], [1, 2]]> : tensor<2x2xi32>
  %and = chlo.broadcast_and %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %and, dense<[[0, 2], [0, 0]]> : tensor<2x2xi32>
  %or = chlo.broadcast_or %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %or, dense<[[11, 10], [21, 22]]> : tensor<2x2xi32>
  %xor = chlo.broadcast_xor %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %xor, dense<[[11, 8], [21, 22]]> : tensor<2x2xi32>
  %shift_left = chlo.broadcast_shift_left %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %shift_left, dense<[[1024, 2048], [1048576, 2097152]]> : tensor<2x2xi32>
  %shift_right_arithmetic = chlo.broadcast_shift_right_arithmetic %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %shift_right_arithmetic, dense<[[0, 0], [0, 0]]> : tensor<2x2xi32>
  %shift_right_logical = chlo.broadcast_shift_right_logical %x, %y : (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %shift_right_logical, dense<[[0, 0], [0, 0]]> : tensor<2x2xi32>
  return
}

func.func @floats() {
  %x = stablehlo.constant dense<[0.0, 2.0]> : tensor<2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %a = chlo.broadcast_atan2 %x, %one : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %a_want = stablehlo.constant dense<[0.0, 1.1071487177940904]> : tensor<2xf64>
  check.expect_close %a, %a_want : tensor<2xf64>, tensor<2xf64>
  %b = chlo.broadcast_next_after %x, %one : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  check.expect_eq_const %b, dense<[0x0000000000000001, 0x3FFFFFFFFFFFFFFF]> : tensor<2xf64>
  // The derivative of digamma at 1 is zeta(2).
  %c = chlo.broadcast_polygamma %one, %one : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %d = chlo.broadcast_zeta %two, %one : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %d_want = stablehlo.constant dense<1.6449340668482264> : tensor<f64>
  check.expect_close %c, %d_want : tensor<f64>, tensor<f64>
  check.expect_close %d, %d_want : tensor<f64>, tensor<f64>
  %e = chlo.broadcast_complex %x, %one : (tensor<2xf64>, tensor<f64>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %e, dense<[(0.0, 1.0), (2.0, 1.0)]> : tensor<2xcomplex<f64>>
  return
}

func.func @compare() {
  %x = stablehlo.constant dense<[0xFFC00000, -0.0, 1.0]> : tensor<3xf32>
  %y = stablehlo.constant dense<0.0> : tensor<f32>
  %a = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xf32>, tensor<f32>) -> tensor<3xi1>
  check.expect_eq_const %a, dense<false> : tensor<3xi1>
  %b = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type TOTALORDER>} : (tensor<3xf32>, tensor<f32>) -> tensor<3xi1>
  check.expect_eq_const %b, dense<[true, true, false]> : tensor<3xi1>
  %c = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction NE>, compare_type = #chlo<comparison_type FLOAT>} : (tensor<3xf32>, tensor<f32>) -> tensor<3xi1>
  check.expect_eq_const %c, dense<[true, false, true]> : tensor<3xi1>
  return
}

func.func @select() {
  %p = stablehlo.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %y = stablehlo.constant dense<0> : tensor<i8>
  %a = chlo.broadcast_select %p, %x, %y : (tensor<2x1xi1>, tensor<3xi8>, tensor<i8>) -> tensor<2x3xi8>
  check.expect_eq_const %a, dense<[[1, 2, 3], [0, 0, 0]]> : tensor<2x3xi8>
  return
}

// Where the dims of the lower rank lie; equal ranks need no list, and one that is there is not read.
func.func @dimensions() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi16>
  %y = stablehlo.constant dense<[10, 20]> : tensor<2xi16>
  %a = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xi16>, tensor<2xi16>) -> tensor<2x3xi16>
  check.expect_eq_const %a, dense<[[11, 12, 13], [24, 25, 26]]> : tensor<2x3xi16>
  %b = chlo.broadcast_subtract %y, %x {broadcast_dimensions = array<i64: 0>} : (tensor<2xi16>, tensor<2x3xi16>) -> tensor<2x3xi16>
  check.expect_eq_const %b, dense<[[9, 8, 7], [16, 15, 14]]> : tensor<2x3xi16>
  %c = chlo.broadcast_add %x, %x {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xi16>, tensor<2x3xi16>) -> tensor<2x3xi16>
  check.expect_eq_const %c, dense<[[2, 4, 6], [8, 10, 12]]> : tensor<2x3xi16>
  return
}

// Extents that only the run knows, and no rank at all.
func.func @open_shapes() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %xd = tensor.cast %x : tensor<2xi32> to tensor<?xi32>
  %yd = tensor.cast %y : tensor<2x1xi32> to tensor<?x?xi32>
  %a = chlo.broadcast_add %xd, %yd : (tensor<?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  %b = tensor.cast %a : tensor<?x?xi32> to tensor<2x2xi32>
  check.expect_eq_const %b, dense<[[11, 12], [21, 22]]> : tensor<2x2xi32>
  return
}
