// tcp.slice: starts, sizes and strides are operands (TCP-20).

func.func @every_second_column() {
  %i = arith.constant dense<[[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]]> : tensor<3x5xi32>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = tcp.slice %i starts(%c1, %c1) sizes(%c2, %c2) strides(%c1, %c2) : tensor<3x5xi32> -> tensor<2x2xi32>
  check.expect_eq_const %x, dense<[[6, 8], [11, 13]]> : tensor<2x2xi32>
  return
}

// Gathered from a slice: a view of a view.
func.func @gather_of_slice() {
  %i = arith.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8]]> : tensor<3x3xi32>
  %n = arith.constant dense<[[1, 0]]> : tensor<1x2xi64>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = tcp.slice %i starts(%c1, %c1) sizes(%c2, %c2) strides(%c1, %c1) : tensor<3x3xi32> -> tensor<2x2xi32>
  %x = tcp.gather %s, %n {dim = 0 : index} : tensor<2x2xi32>, tensor<1x2xi64> -> tensor<1x2xi32>
  check.expect_eq_const %x, dense<[[7, 5]]> : tensor<1x2xi32>
  return
}

func.func @of_nothing() {
  %i = arith.constant dense<[1, 2]> : tensor<2xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = tcp.slice %i starts(%c2) sizes(%c0) strides(%c1) : tensor<2xi32> -> tensor<0xi32>
  check.expect_eq_const %x, dense<> : tensor<0xi32>
  return
}

// Of a tensor whose extent only the run knows: a translation leaves it as it is.
func.func @of_an_unknown_extent() {
  %i = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %d = tensor.cast %i : tensor<4xi32> to tensor<?xi32>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = tcp.slice %d starts(%c1) sizes(%c2) strides(%c1) : tensor<?xi32> -> tensor<2xi32>
  check.expect_eq_const %x, dense<[2, 3]> : tensor<2xi32>
  return
}

// From a place that only the run knows.
func.func @from_an_unknown_place() {
  %i = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %o = arith.constant dense<0> : tensor<1xi32>
  %d = tensor.cast %o : tensor<1xi32> to tensor<?xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %d, %c0 : tensor<?xi32>
  %x = tcp.slice %i starts(%n) sizes(%c2) strides(%c1) : tensor<4xi32> -> tensor<2xi32>
  check.expect_eq_const %x, dense<[2, 3]> : tensor<2xi32>
  return
}
