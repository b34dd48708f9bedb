// tensor.scatter: the twin of tensor.gather; operands are source, dest, indices.

func.func @kept() {
  %s = arith.constant dense<[[[10], [20]], [[30], [40]]]> : tensor<2x2x1xi32>
  %d = arith.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %i = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>
  %x = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<2x2x1xi32>, tensor<2x3xi32>, tensor<2x1xindex>) -> tensor<2x3xi32>
  check.expect_eq_const %x, dense<[[30, 1, 10], [40, 4, 20]]> : tensor<2x3xi32>
  check.expect_eq_const %d, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  return
}

func.func @dropped() {
  %s = arith.constant dense<[[10, 20], [30, 40]]> : tensor<2x2xi32>
  %d = arith.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %i = arith.constant dense<[[2], [0]]> : tensor<2x1xi16>
  %x = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<2x2xi32>, tensor<2x3xi32>, tensor<2x1xi16>) -> tensor<2x3xi32>
  check.expect_eq_const %x, dense<[[30, 1, 10], [40, 4, 20]]> : tensor<2x3xi32>
  return
}

func.func @nothing_into_nothing_kept() {
  %s = arith.constant dense<> : tensor<0x1x2xi32>
  %d = arith.constant dense<> : tensor<0x2xi32>
  %i = arith.constant dense<> : tensor<0x1xindex>
  %x = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<0x1x2xi32>, tensor<0x2xi32>, tensor<0x1xindex>) -> tensor<0x2xi32>
  check.expect_eq_const %x, dense<> : tensor<0x2xi32>
  return
}

func.func @generic() {
  %s = arith.constant dense<[7]> : tensor<1xi32>
  %d = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = arith.constant dense<[[1]]> : tensor<1x1xi32>
  %x = "tensor.scatter"(%s, %d, %i) <{scatter_dims = array<i64: 0>, unique}> : (tensor<1xi32>, tensor<3xi32>, tensor<1x1xi32>) -> tensor<3xi32>
  check.expect_eq_const %x, dense<[1, 7, 3]> : tensor<3xi32>
  return
}

func.func @spellings() {
  %s = arith.constant dense<[7]> : tensor<1xi32>
  %d = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = arith.constant dense<[[1]]> : tensor<1x1xi32>
  %0 = tensor.scatter %s into %d[%i] coordinates = [0] unique : tensor<1xi32> into tensor<3xi32>[tensor<1x 1xi32>] -> tensor<3xi32>
  %1 = scatter %s into %d[%i] unique : tensor<1xi32> into tensor<3xi32>[tensor<1x 1xi32>] -> tensor<3xi32>
  check.expect_eq_const %0, dense<[1, 7, 3]> : tensor<3xi32>
  check.expect_eq_const %1, dense<[1, 7, 3]> : tensor<3xi32>
  return
}
