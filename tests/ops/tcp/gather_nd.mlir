// tcp.gather_nd: the four formulas of "Gather Ops in TCP" (TCP-11) and its edges.

func.func @elements() {
  %i = arith.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %n = arith.constant dense<[[0, 2], [2, 0], [2, 1], [0, 0], [1, 1]]> : tensor<5x2xi64>
  %x = tcp.gather_nd %i, %n : tensor<3x4xf32>, tensor<5x2xi64> -> tensor<5xf32>
  check.expect_eq_const %x, dense<[2.0, 8.0, 9.0, 0.0, 5.0]> : tensor<5xf32>
  return
}

func.func @rows() {
  %i = arith.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %n = arith.constant dense<[[0, 0], [1, 1], [0, 1], [2, 0], [2, 1]]> : tensor<5x2xi32>
  %x = tcp.gather_nd %i, %n : tensor<3x4x2xf32>, tensor<5x2xi32> -> tensor<5x2xf32>
  check.expect_eq_const %x, dense<[[0.0, 1.0], [10.0, 11.0], [2.0, 3.0], [16.0, 17.0], [18.0, 19.0]]> : tensor<5x2xf32>
  return
}

func.func @blocks() {
  %i = arith.constant dense<[[[[0, 1, 2], [3, 4, 5]], [[6, 7, 8], [9, 10, 11]], [[12, 13, 14], [15, 16, 17]]], [[[18, 19, 20], [21, 22, 23]], [[24, 25, 26], [27, 28, 29]], [[30, 31, 32], [33, 34, 35]]]]> : tensor<2x3x2x3xi32>
  %n = arith.constant dense<[[1, 1], [1, 1], [1, 1], [1, 0]]> : tensor<4x2xi64>
  %x = tcp.gather_nd %i, %n : tensor<2x3x2x3xi32>, tensor<4x2xi64> -> tensor<4x2x3xi32>
  check.expect_eq_const %x, dense<[[[24, 25, 26], [27, 28, 29]], [[24, 25, 26], [27, 28, 29]], [[24, 25, 26], [27, 28, 29]], [[18, 19, 20], [21, 22, 23]]]> : tensor<4x2x3xi32>
  return
}

func.func @three_coordinates() {
  %i = arith.constant dense<[[[[0, 1, 2], [3, 4, 5]], [[6, 7, 8], [9, 10, 11]], [[12, 13, 14], [15, 16, 17]]], [[[18, 19, 20], [21, 22, 23]], [[24, 25, 26], [27, 28, 29]], [[30, 31, 32], [33, 34, 35]]]]> : tensor<2x3x2x3xi32>
  %n = arith.constant dense<[[0, 1, 0], [1, 1, 0], [0, 1, 1], [1, 0, 1]]> : tensor<4x3xi64>
  %x = tcp.gather_nd %i, %n : tensor<2x3x2x3xi32>, tensor<4x3xi64> -> tensor<4x3xi32>
  check.expect_eq_const %x, dense<[[6, 7, 8], [24, 25, 26], [9, 10, 11], [21, 22, 23]]> : tensor<4x3xi32>
  return
}

func.func @indices_of_rank_3() {
  %i = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %n = arith.constant dense<[[[2], [2], [2]], [[0], [1], [1]]]> : tensor<2x3x1xi64>
  %x = tcp.gather_nd %i, %n : tensor<3x4xi32>, tensor<2x3x1xi64> -> tensor<2x3x4xi32>
  check.expect_eq_const %x, dense<[[[8, 9, 10, 11], [8, 9, 10, 11], [8, 9, 10, 11]], [[0, 1, 2, 3], [4, 5, 6, 7], [4, 5, 6, 7]]]> : tensor<2x3x4xi32>
  return
}

func.func @one_vector() {
  %i = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %n = arith.constant dense<[2]> : tensor<1xi64>
  %x = tcp.gather_nd %i, %n : tensor<3x4xi32>, tensor<1xi64> -> tensor<4xi32>
  check.expect_eq_const %x, dense<[8, 9, 10, 11]> : tensor<4xi32>
  return
}

// k = 0: no coordinate, so the whole input for every index vector (TCP-11).
func.func @no_coordinates() {
  %i = arith.constant dense<[1, 2]> : tensor<2xi32>
  %n = arith.constant dense<> : tensor<3x0xi64>
  %x = tcp.gather_nd %i, %n : tensor<2xi32>, tensor<3x0xi64> -> tensor<3x2xi32>
  check.expect_eq_const %x, dense<[[1, 2], [1, 2], [1, 2]]> : tensor<3x2xi32>
  return
}
