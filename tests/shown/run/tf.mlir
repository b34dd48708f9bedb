// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @GatherNd() {
  %x = "tf.Const"() {value = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>} : () -> tensor<2x3xi32>
  %r = "tf.Const"() {value = dense<[[1], [1]]> : tensor<2x1xi16>} : () -> tensor<2x1xi16>
  %z = "tf.GatherNd"(%x, %r) : (tensor<2x3xi32>, tensor<2x1xi16>) -> tensor<2x3xi32>
  check.expect_eq_const %z, dense<[[3, 4, 5], [3, 4, 5]]> : tensor<2x3xi32>
  return
}

// -----

func.func @TensorScatterAdd() {
  %x = "tf.Const"() {value = dense<[10, 20, 30, 40]> : tensor<4xi32>} : () -> tensor<4xi32>
  %i = "tf.Const"() {value = dense<[[1], [3], [1]]> : tensor<3x1xi32>} : () -> tensor<3x1xi32>
  %u = "tf.Const"() {value = dense<[25, -1, 7]> : tensor<3xi32>} : () -> tensor<3xi32>
  %1 = "tf.TensorScatterAdd"(%x, %i, %u) : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>
  check.expect_eq_const %1, dense<[10, 52, 30, 39]> : tensor<4xi32>
  return
}

// -----

func.func @TensorScatterMax() {
  %x = "tf.Const"() {value = dense<[10, 20, 30, 40]> : tensor<4xi32>} : () -> tensor<4xi32>
  %i = "tf.Const"() {value = dense<[[1], [3], [1]]> : tensor<3x1xi32>} : () -> tensor<3x1xi32>
  %u = "tf.Const"() {value = dense<[25, -1, 7]> : tensor<3xi32>} : () -> tensor<3xi32>
  %4 = "tf.TensorScatterMax"(%x, %i, %u) : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>
  check.expect_eq_const %4, dense<[10, 25, 30, 40]> : tensor<4xi32>
  return
}

// -----

func.func @TensorScatterMin() {
  %x = "tf.Const"() {value = dense<[10, 20, 30, 40]> : tensor<4xi32>} : () -> tensor<4xi32>
  %i = "tf.Const"() {value = dense<[[1], [3], [1]]> : tensor<3x1xi32>} : () -> tensor<3x1xi32>
  %u = "tf.Const"() {value = dense<[25, -1, 7]> : tensor<3xi32>} : () -> tensor<3xi32>
  %3 = "tf.TensorScatterMin"(%x, %i, %u) : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>
  check.expect_eq_const %3, dense<[10, 7, 30, -1]> : tensor<4xi32>
  return
}

// -----

func.func @TensorScatterUpdate() {
  %x = "tf.Const"() {value = dense<[10, 20, 30, 40]> : tensor<4xi32>} : () -> tensor<4xi32>
  %i = "tf.Const"() {value = dense<[[1], [3], [1]]> : tensor<3x1xi32>} : () -> tensor<3x1xi32>
  %u = "tf.Const"() {value = dense<[25, -1, 7]> : tensor<3xi32>} : () -> tensor<3xi32>
  %0 = "tf.TensorScatterUpdate"(%x, %i, %u) {bad_indices_policy = ""} : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[10, 7, 30, -1]> : tensor<4xi32>
  return
}
