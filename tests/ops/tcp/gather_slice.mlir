// tcp.gather_slice: the five formulas of "Gather Ops in TCP", alternative considered (TCP-14); a single index drops the dim.

func.func @rank_2_dim_0() {
  %i = arith.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %n = arith.constant dense<[[2, 2, 2], [1, 1, 1]]> : tensor<2x3xi64>
  %x = tcp.gather_slice %i, %n {dim = 0 : index} : tensor<3x4xf32>, tensor<2x3xi64> -> tensor<2x3x4xf32>
  check.expect_eq_const %x, dense<[[[8.0, 9.0, 10.0, 11.0], [8.0, 9.0, 10.0, 11.0], [8.0, 9.0, 10.0, 11.0]], [[4.0, 5.0, 6.0, 7.0], [4.0, 5.0, 6.0, 7.0], [4.0, 5.0, 6.0, 7.0]]]> : tensor<2x3x4xf32>
  return
}

func.func @rank_2_dim_1() {
  %i = arith.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %n = arith.constant dense<[[2, 2, 2], [1, 1, 1]]> : tensor<2x3xi64>
  %x = tcp.gather_slice %i, %n {dim = 1 : index} : tensor<3x4xf32>, tensor<2x3xi64> -> tensor<3x2x3xf32>
  check.expect_eq_const %x, dense<[[[2.0, 2.0, 2.0], [1.0, 1.0, 1.0]], [[6.0, 6.0, 6.0], [5.0, 5.0, 5.0]], [[10.0, 10.0, 10.0], [9.0, 9.0, 9.0]]]> : tensor<3x2x3xf32>
  return
}

func.func @rank_3_dim_0() {
  %i = arith.constant dense<[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]], [[12, 13], [14, 15], [16, 17]]]> : tensor<3x3x2xi32>
  %n = arith.constant dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>
  %x = tcp.gather_slice %i, %n {dim = 0 : index} : tensor<3x3x2xi32>, tensor<2x2xi64> -> tensor<2x2x3x2xi32>
  check.expect_eq_const %x, dense<[[[[6, 7], [8, 9], [10, 11]], [[6, 7], [8, 9], [10, 11]]], [[[0, 1], [2, 3], [4, 5]], [[0, 1], [2, 3], [4, 5]]]]> : tensor<2x2x3x2xi32>
  return
}

func.func @rank_3_dim_1() {
  %i = arith.constant dense<[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]], [[12, 13], [14, 15], [16, 17]]]> : tensor<3x3x2xi32>
  %n = arith.constant dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>
  %x = tcp.gather_slice %i, %n {dim = 1 : index} : tensor<3x3x2xi32>, tensor<2x2xi64> -> tensor<3x2x2x2xi32>
  check.expect_eq_const %x, dense<[[[[2, 3], [2, 3]], [[0, 1], [0, 1]]], [[[8, 9], [8, 9]], [[6, 7], [6, 7]]], [[[14, 15], [14, 15]], [[12, 13], [12, 13]]]]> : tensor<3x2x2x2xi32>
  return
}

func.func @rank_3_dim_2() {
  %i = arith.constant dense<[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]], [[12, 13], [14, 15], [16, 17]]]> : tensor<3x3x2xi32>
  %n = arith.constant dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>
  %x = tcp.gather_slice %i, %n {dim = 2 : index} : tensor<3x3x2xi32>, tensor<2x2xi64> -> tensor<3x3x2x2xi32>
  check.expect_eq_const %x, dense<[[[[1, 1], [0, 0]], [[3, 3], [2, 2]], [[5, 5], [4, 4]]], [[[7, 7], [6, 6]], [[9, 9], [8, 8]], [[11, 11], [10, 10]]], [[[13, 13], [12, 12]], [[15, 15], [14, 14]], [[17, 17], [16, 16]]]]> : tensor<3x3x2x2xi32>
  return
}

func.func @one_index() {
  %i = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %n = arith.constant dense<2> : tensor<i64>
  %x = tcp.gather_slice %i, %n {dim = 0 : index} : tensor<3x4xi32>, tensor<i64> -> tensor<4xi32>
  check.expect_eq_const %x, dense<[8, 9, 10, 11]> : tensor<4xi32>
  return
}
