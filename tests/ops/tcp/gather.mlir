// tcp.gather: the five formulas of "Gather Ops in TCP" (TCP-4), shorter indices along the other dims (TCP-3), every width.

func.func @rank_2_dim_0() {
  %i = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %n = arith.constant dense<[[2, 2, 2, 1], [0, 1, 1, 1]]> : tensor<2x4xi64>
  %x = tcp.gather %i, %n {dim = 0 : index} : tensor<3x4xi32>, tensor<2x4xi64> -> tensor<2x4xi32>
  check.expect_eq_const %x, dense<[[8, 9, 10, 7], [0, 5, 6, 7]]> : tensor<2x4xi32>
  return
}

func.func @rank_2_dim_1() {
  %i = arith.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %n = arith.constant dense<[[3, 2, 1, 3, 3, 1], [0, 2, 0, 2, 3, 0]]> : tensor<2x6xi32>
  %x = tcp.gather %i, %n {dim = 1 : index} : tensor<3x4xf32>, tensor<2x6xi32> -> tensor<2x6xf32>
  check.expect_eq_const %x, dense<[[3.0, 2.0, 1.0, 3.0, 3.0, 1.0], [4.0, 6.0, 4.0, 6.0, 7.0, 4.0]]> : tensor<2x6xf32>
  return
}

func.func @rank_3_dim_0() {
  %i = arith.constant dense<[[[0, 1], [2, 3], [4, 5], [6, 7]], [[8, 9], [10, 11], [12, 13], [14, 15]], [[16, 17], [18, 19], [20, 21], [22, 23]]]> : tensor<3x4x2xi64>
  %n = arith.constant dense<[[[2, 1], [1, 1], [2, 0]], [[1, 0], [2, 0], [2, 0]], [[0, 0], [1, 1], [2, 1]], [[2, 1], [1, 0], [2, 2]], [[1, 1], [0, 1], [0, 0]]]> : tensor<5x3x2xi16>
  %x = tcp.gather %i, %n {dim = 0 : index} : tensor<3x4x2xi64>, tensor<5x3x2xi16> -> tensor<5x3x2xi64>
  check.expect_eq_const %x, dense<[[[16, 9], [10, 11], [20, 5]], [[8, 1], [18, 3], [20, 5]], [[0, 1], [10, 11], [20, 13]], [[16, 9], [10, 3], [20, 21]], [[8, 9], [2, 11], [4, 5]]]> : tensor<5x3x2xi64>
  return
}

func.func @rank_3_dim_1() {
  %i = arith.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf64>
  %n = arith.constant dense<[[[2], [2]], [[1], [2]], [[2], [0]]]> : tensor<3x2x1xi8>
  %x = tcp.gather %i, %n {dim = 1 : index} : tensor<3x4x2xf64>, tensor<3x2x1xi8> -> tensor<3x2x1xf64>
  check.expect_eq_const %x, dense<[[[4.0], [4.0]], [[10.0], [12.0]], [[20.0], [16.0]]]> : tensor<3x2x1xf64>
  return
}

func.func @rank_3_dim_2_i1() {
  %i = arith.constant dense<[[[0, 1], [2, 3], [4, 5], [6, 7]], [[8, 9], [10, 11], [12, 13], [14, 15]], [[16, 17], [18, 19], [20, 21], [22, 23]]]> : tensor<3x4x2xi8>
  %n = arith.constant dense<[[[true, true, true], [false, false, false], [true, true, false], [false, false, true]], [[false, false, true], [true, true, true], [false, false, false], [true, true, false]]]> : tensor<2x4x3xi1>
  %x = tcp.gather %i, %n {dim = 2 : index} : tensor<3x4x2xi8>, tensor<2x4x3xi1> -> tensor<2x4x3xi8>
  check.expect_eq_const %x, dense<[[[1, 1, 1], [2, 2, 2], [5, 5, 4], [6, 6, 7]], [[8, 8, 9], [11, 11, 11], [12, 12, 12], [15, 15, 14]]]> : tensor<2x4x3xi8>
  return
}

func.func @nothing_along_dim() {
  %i = arith.constant dense<> : tensor<0x4xf32>
  %n = arith.constant dense<> : tensor<0x4xi64>
  %x = tcp.gather %i, %n {dim = 0 : index} : tensor<0x4xf32>, tensor<0x4xi64> -> tensor<0x4xf32>
  check.expect_eq_const %x, dense<> : tensor<0x4xf32>
  return
}

func.func @nothing_beside_dim() {
  %i = arith.constant dense<> : tensor<3x0xf32>
  %n = arith.constant dense<> : tensor<2x0xi64>
  %x = tcp.gather %i, %n {dim = 0 : index} : tensor<3x0xf32>, tensor<2x0xi64> -> tensor<2x0xf32>
  check.expect_eq_const %x, dense<> : tensor<2x0xf32>
  return
}

func.func @generic_and_untyped() {
  %i = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %n = arith.constant dense<[[1], [0]]> : tensor<2x1xi64>
  %x = "tcp.gather"(%i, %n) {dim = 1 : index} : (tensor<2x2xi32>, tensor<2x1xi64>) -> tensor<2x1xi32>
  check.expect_eq_const %x, dense<[[2], [3]]> : tensor<2x1xi32>
  return
}

func.func @dynamic() {
  %i = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %n = arith.constant dense<[[1], [0]]> : tensor<2x1xi64>
  %di = tensor.cast %i : tensor<2x2xi32> to tensor<?x?xi32>
  %dn = tensor.cast %n : tensor<2x1xi64> to tensor<2x?xi64>
  %d = tcp.gather %di, %dn {dim = 1 : index} : tensor<?x?xi32>, tensor<2x?xi64> -> tensor<2x?xi32>
  %x = tensor.cast %d : tensor<2x?xi32> to tensor<2x1xi32>
  check.expect_eq_const %x, dense<[[2], [3]]> : tensor<2x1xi32>
  return
}
