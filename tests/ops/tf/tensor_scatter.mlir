// tf.TensorScatter*: elements and slices, duplicates in order, subtraction too.

func.func @duplicates() {
  %x = "tf.Const"() {value = dense<[10, 20, 30, 40]> : tensor<4xi32>} : () -> tensor<4xi32>
  %i = "tf.Const"() {value = dense<[[1], [3], [1]]> : tensor<3x1xi32>} : () -> tensor<3x1xi32>
  %u = "tf.Const"() {value = dense<[25, -1, 7]> : tensor<3xi32>} : () -> tensor<3xi32>
  %0 = "tf.TensorScatterUpdate"(%x, %i, %u) {bad_indices_policy = ""} : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[10, 7, 30, -1]> : tensor<4xi32>
  %1 = "tf.TensorScatterAdd"(%x, %i, %u) : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>
  check.expect_eq_const %1, dense<[10, 52, 30, 39]> : tensor<4xi32>
  %2 = "tf.TensorScatterSub"(%x, %i, %u) : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>
  check.expect_eq_const %2, dense<[10, -12, 30, 41]> : tensor<4xi32>
  %3 = "tf.TensorScatterMin"(%x, %i, %u) : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>
  check.expect_eq_const %3, dense<[10, 7, 30, -1]> : tensor<4xi32>
  %4 = "tf.TensorScatterMax"(%x, %i, %u) : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>
  check.expect_eq_const %4, dense<[10, 25, 30, 40]> : tensor<4xi32>
  return
}

func.func @slices() {
  %x = "tf.Const"() {value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>} : () -> tensor<3x2xf32>
  %i = "tf.Const"() {value = dense<[[2], [0]]> : tensor<2x1xi64>} : () -> tensor<2x1xi64>
  %u = "tf.Const"() {value = dense<[[0.5, 0.25], [8.0, 9.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %0 = "tf.TensorScatterSub"(%x, %i, %u) : (tensor<3x2xf32>, tensor<2x1xi64>, tensor<2x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[-7.0, -7.0], [3.0, 4.0], [4.5, 5.75]]> : tensor<3x2xf32>
  %1 = "tf.TensorScatterUpdate"(%x, %i, %u) : (tensor<3x2xf32>, tensor<2x1xi64>, tensor<2x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[8.0, 9.0], [3.0, 4.0], [0.5, 0.25]]> : tensor<3x2xf32>
  check.expect_eq_const %x, dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  return
}

func.func @unsigned() {
  %x = "tf.Const"() {value = dense<[1, 2]> : tensor<2xui8>} : () -> tensor<2xui8>
  %i = "tf.Const"() {value = dense<[[0]]> : tensor<1x1xi64>} : () -> tensor<1x1xi64>
  %u = "tf.Const"() {value = dense<[3]> : tensor<1xui8>} : () -> tensor<1xui8>
  %0 = "tf.TensorScatterSub"(%x, %i, %u) : (tensor<2xui8>, tensor<1x1xi64>, tensor<1xui8>) -> tensor<2xui8>
  check.expect_eq_const %0, dense<[254, 2]> : tensor<2xui8>
  return
}

func.func @no_indices() {
  %x = "tf.Const"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
  %i = "tf.Const"() {value = dense<> : tensor<0x1xi32>} : () -> tensor<0x1xi32>
  %u = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %0 = "tf.TensorScatterAdd"(%x, %i, %u) : (tensor<2xi32>, tensor<0x1xi32>, tensor<0xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[1, 2]> : tensor<2xi32>
  %1 = "tf.TensorScatterSub"(%x, %i, %u) : (tensor<2xi32>, tensor<0x1xi32>, tensor<0xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[1, 2]> : tensor<2xi32>
  return
}
