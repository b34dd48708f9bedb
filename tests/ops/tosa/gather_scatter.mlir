// tosa.gather [N, K, C] by [N, W] and tosa.scatter: rows of each batch, chosen along K.

func.func @gather() {
  %v = "tosa.const"() <{value = dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]], [[6.0, 7.0], [8.0, 9.0], [10.0, 11.0]]]> : tensor<2x3x2xf32>}> : () -> tensor<2x3x2xf32>
  %i = "tosa.const"() <{value = dense<[[2, 0, 2, 1], [0, 0, 1, 2]]> : tensor<2x4xi32>}> : () -> tensor<2x4xi32>
  %y = tosa.gather %v, %i : (tensor<2x3x2xf32>, tensor<2x4xi32>) -> tensor<2x4x2xf32>
  check.expect_eq_const %y, dense<[[[4.0, 5.0], [0.0, 1.0], [4.0, 5.0], [2.0, 3.0]], [[6.0, 7.0], [6.0, 7.0], [8.0, 9.0], [10.0, 11.0]]]> : tensor<2x4x2xf32>
  return
}

func.func @gather_nothing() {
  %v = "tosa.const"() <{value = dense<[[[1, 2]]]> : tensor<1x1x2xi8>}> : () -> tensor<1x1x2xi8>
  %i = "tosa.const"() <{value = dense<> : tensor<1x0xi32>}> : () -> tensor<1x0xi32>
  %y = tosa.gather %v, %i : (tensor<1x1x2xi8>, tensor<1x0xi32>) -> tensor<1x0x2xi8>
  check.expect_eq_const %y, dense<> : tensor<1x0x2xi8>
  return
}

func.func @scatter() {
  %v = "tosa.const"() <{value = dense<[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]> : tensor<2x3x2xi32>}> : () -> tensor<2x3x2xi32>
  %i = "tosa.const"() <{value = dense<[[2, 0], [1, 2]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %u = "tosa.const"() <{value = dense<[[[20, 21], [22, 23]], [[24, 25], [26, 27]]]> : tensor<2x2x2xi32>}> : () -> tensor<2x2x2xi32>
  %y = tosa.scatter %v, %i, %u : (tensor<2x3x2xi32>, tensor<2x2xi32>, tensor<2x2x2xi32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %y, dense<[[[22, 23], [2, 3], [20, 21]], [[6, 7], [24, 25], [26, 27]]]> : tensor<2x3x2xi32>
  return
}

func.func @scatter_nothing() {
  %v = "tosa.const"() <{value = dense<[[[1, 2]]]> : tensor<1x1x2xi8>}> : () -> tensor<1x1x2xi8>
  %i = "tosa.const"() <{value = dense<> : tensor<1x0xi32>}> : () -> tensor<1x0xi32>
  %u = "tosa.const"() <{value = dense<> : tensor<1x0x2xi8>}> : () -> tensor<1x0x2xi8>
  %y = tosa.scatter %v, %i, %u : (tensor<1x1x2xi8>, tensor<1x0xi32>, tensor<1x0x2xi8>) -> tensor<1x1x2xi8>
  check.expect_eq_const %y, dense<[[[1, 2]]]> : tensor<1x1x2xi8>
  return
}
