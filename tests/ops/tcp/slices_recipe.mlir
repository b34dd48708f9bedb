// Slices by the recipe of broadcasts (TCP-13), for several ranks and dims: the same as tcp.gather_slice (TCP-14), element by element.

func.func @a_b_c_by_x_y_dim_0() {
  %i = arith.constant dense<[[[0, 1], [2, 3], [4, 5], [6, 7]], [[8, 9], [10, 11], [12, 13], [14, 15]], [[16, 17], [18, 19], [20, 21], [22, 23]]]> : tensor<3x4x2xi32>
  %n = arith.constant dense<[[1, 2, 1], [1, 2, 1]]> : tensor<2x3xi64>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %ie = tensor.expand_shape %i [[0, 1], [2], [3]] output_shape [3, 1, 4, 2] : tensor<3x4x2xi32> into tensor<3x1x4x2xi32>
  %ib = tcp.broadcast %ie, %c3 {axes = [1]} : tensor<3x1x4x2xi32>, index -> tensor<3x3x4x2xi32>
  %ne = tensor.expand_shape %n [[0], [1, 2, 3]] output_shape [2, 3, 1, 1] : tensor<2x3xi64> into tensor<2x3x1x1xi64>
  %nb = tcp.broadcast %ne, %c4, %c2 {axes = [2, 3]} : tensor<2x3x1x1xi64>, index, index -> tensor<2x3x4x2xi64>
  %x = tcp.gather %ib, %nb {dim = 0 : index} : tensor<3x3x4x2xi32>, tensor<2x3x4x2xi64> -> tensor<2x3x4x2xi32>
  %s = tcp.gather_slice %i, %n {dim = 0 : index} : tensor<3x4x2xi32>, tensor<2x3xi64> -> tensor<2x3x4x2xi32>
  check.expect_eq %x, %s : tensor<2x3x4x2xi32>
  check.expect_eq_const %x, dense<[[[[8, 9], [10, 11], [12, 13], [14, 15]], [[16, 17], [18, 19], [20, 21], [22, 23]], [[8, 9], [10, 11], [12, 13], [14, 15]]], [[[8, 9], [10, 11], [12, 13], [14, 15]], [[16, 17], [18, 19], [20, 21], [22, 23]], [[8, 9], [10, 11], [12, 13], [14, 15]]]]> : tensor<2x3x4x2xi32>
  return
}

func.func @dim_1() {
  %i = arith.constant dense<[[[0, 1], [2, 3], [4, 5], [6, 7]], [[8, 9], [10, 11], [12, 13], [14, 15]], [[16, 17], [18, 19], [20, 21], [22, 23]]]> : tensor<3x4x2xi32>
  %n = arith.constant dense<[[3, 2, 2], [2, 2, 2]]> : tensor<2x3xi64>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %ie = tensor.expand_shape %i [[0], [1, 2], [3]] output_shape [3, 4, 1, 2] : tensor<3x4x2xi32> into tensor<3x4x1x2xi32>
  %ib = tcp.broadcast %ie, %c3 {axes = [2]} : tensor<3x4x1x2xi32>, index -> tensor<3x4x3x2xi32>
  %ne = tensor.expand_shape %n [[0, 1], [2, 3]] output_shape [1, 2, 3, 1] : tensor<2x3xi64> into tensor<1x2x3x1xi64>
  %nb = tcp.broadcast %ne, %c3, %c2 {axes = [0, 3]} : tensor<1x2x3x1xi64>, index, index -> tensor<3x2x3x2xi64>
  %x = tcp.gather %ib, %nb {dim = 1 : index} : tensor<3x4x3x2xi32>, tensor<3x2x3x2xi64> -> tensor<3x2x3x2xi32>
  %s = tcp.gather_slice %i, %n {dim = 1 : index} : tensor<3x4x2xi32>, tensor<2x3xi64> -> tensor<3x2x3x2xi32>
  check.expect_eq %x, %s : tensor<3x2x3x2xi32>
  check.expect_eq_const %x, dense<[[[[6, 7], [4, 5], [4, 5]], [[4, 5], [4, 5], [4, 5]]], [[[14, 15], [12, 13], [12, 13]], [[12, 13], [12, 13], [12, 13]]], [[[22, 23], [20, 21], [20, 21]], [[20, 21], [20, 21], [20, 21]]]]> : tensor<3x2x3x2xi32>
  return
}

func.func @dim_2() {
  %i = arith.constant dense<[[[0, 1], [2, 3], [4, 5], [6, 7]], [[8, 9], [10, 11], [12, 13], [14, 15]], [[16, 17], [18, 19], [20, 21], [22, 23]]]> : tensor<3x4x2xi32>
  %n = arith.constant dense<[[1, 1, 0], [1, 1, 1]]> : tensor<2x3xi64>
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %ie = tensor.expand_shape %i [[0], [1], [2, 3]] output_shape [3, 4, 2, 1] : tensor<3x4x2xi32> into tensor<3x4x2x1xi32>
  %ib = tcp.broadcast %ie, %c3 {axes = [3]} : tensor<3x4x2x1xi32>, index -> tensor<3x4x2x3xi32>
  %ne = tensor.expand_shape %n [[0, 1, 2], [3]] output_shape [1, 1, 2, 3] : tensor<2x3xi64> into tensor<1x1x2x3xi64>
  %nb = tcp.broadcast %ne, %c3, %c4 {axes = [0, 1]} : tensor<1x1x2x3xi64>, index, index -> tensor<3x4x2x3xi64>
  %x = tcp.gather %ib, %nb {dim = 2 : index} : tensor<3x4x2x3xi32>, tensor<3x4x2x3xi64> -> tensor<3x4x2x3xi32>
  %s = tcp.gather_slice %i, %n {dim = 2 : index} : tensor<3x4x2xi32>, tensor<2x3xi64> -> tensor<3x4x2x3xi32>
  check.expect_eq %x, %s : tensor<3x4x2x3xi32>
  check.expect_eq_const %x, dense<[[[[1, 1, 0], [1, 1, 1]], [[3, 3, 2], [3, 3, 3]], [[5, 5, 4], [5, 5, 5]], [[7, 7, 6], [7, 7, 7]]], [[[9, 9, 8], [9, 9, 9]], [[11, 11, 10], [11, 11, 11]], [[13, 13, 12], [13, 13, 13]], [[15, 15, 14], [15, 15, 15]]], [[[17, 17, 16], [17, 17, 17]], [[19, 19, 18], [19, 19, 19]], [[21, 21, 20], [21, 21, 21]], [[23, 23, 22], [23, 23, 23]]]]> : tensor<3x4x2x3xi32>
  return
}

func.func @one_index_axis() {
  %i = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %n = arith.constant dense<[2, 0]> : tensor<2xi64>
  %c4 = arith.constant 4 : index
  %ne = tensor.expand_shape %n [[0, 1]] output_shape [2, 1] : tensor<2xi64> into tensor<2x1xi64>
  %nb = tcp.broadcast %ne, %c4 {axes = [1]} : tensor<2x1xi64>, index -> tensor<2x4xi64>
  %x = tcp.gather %i, %nb {dim = 0 : index} : tensor<3x4xi32>, tensor<2x4xi64> -> tensor<2x4xi32>
  %s = tcp.gather_slice %i, %n {dim = 0 : index} : tensor<3x4xi32>, tensor<2xi64> -> tensor<2x4xi32>
  check.expect_eq %x, %s : tensor<2x4xi32>
  check.expect_eq_const %x, dense<[[8, 9, 10, 11], [0, 1, 2, 3]]> : tensor<2x4xi32>
  return
}

func.func @one_index_axis_dim_1() {
  %i = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %n = arith.constant dense<[1, 1, 2, 3, 2]> : tensor<5xi64>
  %c3 = arith.constant 3 : index
  %ne = tensor.expand_shape %n [[0, 1]] output_shape [1, 5] : tensor<5xi64> into tensor<1x5xi64>
  %nb = tcp.broadcast %ne, %c3 {axes = [0]} : tensor<1x5xi64>, index -> tensor<3x5xi64>
  %x = tcp.gather %i, %nb {dim = 1 : index} : tensor<3x4xi32>, tensor<3x5xi64> -> tensor<3x5xi32>
  %s = tcp.gather_slice %i, %n {dim = 1 : index} : tensor<3x4xi32>, tensor<5xi64> -> tensor<3x5xi32>
  check.expect_eq %x, %s : tensor<3x5xi32>
  check.expect_eq_const %x, dense<[[1, 1, 2, 3, 2], [5, 5, 6, 7, 6], [9, 9, 10, 11, 10]]> : tensor<3x5xi32>
  return
}

func.func @three_index_axes() {
  %i = arith.constant dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi32>
  %n = arith.constant dense<[[[2, 0]], [[2, 2]]]> : tensor<2x1x2xi64>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ie = tensor.expand_shape %i [[0, 1, 2], [3]] output_shape [3, 1, 1, 2] : tensor<3x2xi32> into tensor<3x1x1x2xi32>
  %ib = tcp.broadcast %ie, %c1, %c2 {axes = [1, 2]} : tensor<3x1x1x2xi32>, index, index -> tensor<3x1x2x2xi32>
  %ne = tensor.expand_shape %n [[0], [1], [2, 3]] output_shape [2, 1, 2, 1] : tensor<2x1x2xi64> into tensor<2x1x2x1xi64>
  %nb = tcp.broadcast %ne, %c2 {axes = [3]} : tensor<2x1x2x1xi64>, index -> tensor<2x1x2x2xi64>
  %x = tcp.gather %ib, %nb {dim = 0 : index} : tensor<3x1x2x2xi32>, tensor<2x1x2x2xi64> -> tensor<2x1x2x2xi32>
  %s = tcp.gather_slice %i, %n {dim = 0 : index} : tensor<3x2xi32>, tensor<2x1x2xi64> -> tensor<2x1x2x2xi32>
  check.expect_eq %x, %s : tensor<2x1x2x2xi32>
  check.expect_eq_const %x, dense<[[[[4, 5], [0, 1]]], [[[4, 5], [4, 5]]]]> : tensor<2x1x2x2xi32>
  return
}
