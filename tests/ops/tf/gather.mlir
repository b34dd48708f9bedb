// tf.GatherV2 and tf.GatherNd: the axis is a value, batch dims go along, coordinates may be none.

func.func @axis_1() {
  %x = "tf.Const"() {value = dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>} : () -> tensor<2x3xf32>
  %i = "tf.Const"() {value = dense<[2, 0, 2, 1]> : tensor<4xi32>} : () -> tensor<4xi32>
  %a = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %y = "tf.GatherV2"(%x, %i, %a) {batch_dims = 0 : i64, device = ""} : (tensor<2x3xf32>, tensor<4xi32>, tensor<i32>) -> tensor<2x4xf32>
  check.expect_eq_const %y, dense<[[2.0, 0.0, 2.0, 1.0], [5.0, 3.0, 5.0, 4.0]]> : tensor<2x4xf32>
  return
}

func.func @negative_axis_scalar_index() {
  %x = "tf.Const"() {value = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>} : () -> tensor<2x3xi32>
  %i = "tf.Const"() {value = dense<1> : tensor<i64>} : () -> tensor<i64>
  %a = "tf.Const"() {value = dense<-2> : tensor<i64>} : () -> tensor<i64>
  %y = "tf.GatherV2"(%x, %i, %a) : (tensor<2x3xi32>, tensor<i64>, tensor<i64>) -> tensor<3xi32>
  check.expect_eq_const %y, dense<[3, 4, 5]> : tensor<3xi32>
  return
}

func.func @batch() {
  %x = "tf.Const"() {value = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>} : () -> tensor<2x3xi32>
  %i = "tf.Const"() {value = dense<[[2, 0], [1, 1]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %a = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %y = "tf.GatherV2"(%x, %i, %a) {batch_dims = 1 : i64} : (tensor<2x3xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %y, dense<[[2, 0], [4, 4]]> : tensor<2x2xi32>
  %z = "tf.GatherV2"(%x, %i, %a) {batch_dims = -1 : i64} : (tensor<2x3xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %z, dense<[[2, 0], [4, 4]]> : tensor<2x2xi32>
  return
}

// Axis past the batch: [b, a, n, rest] where params are [b, a, s, rest].
func.func @batch_then_axis() {
  %x = "tf.Const"() {value = dense<[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]> : tensor<2x2x2xi32>} : () -> tensor<2x2x2xi32>
  %i = "tf.Const"() {value = dense<[[1, 0, 1], [0, 0, 1]]> : tensor<2x3xi32>} : () -> tensor<2x3xi32>
  %a = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %y = "tf.GatherV2"(%x, %i, %a) {batch_dims = 1 : i64} : (tensor<2x2x2xi32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x2x3xi32>
  check.expect_eq_const %y, dense<[[[1, 0, 1], [3, 2, 3]], [[4, 4, 5], [6, 6, 7]]]> : tensor<2x2x3xi32>
  return
}

func.func @no_indices() {
  %x = "tf.Const"() {value = dense<> : tensor<0x3xf32>} : () -> tensor<0x3xf32>
  %i = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %a = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %y = "tf.GatherV2"(%x, %i, %a) : (tensor<0x3xf32>, tensor<0xi32>, tensor<i32>) -> tensor<0x3xf32>
  check.expect_eq_const %y, dense<> : tensor<0x3xf32>
  return
}

func.func @axis_known_in_the_run() {
  %x = "tf.Const"() {value = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>} : () -> tensor<2x3xi32>
  %i = "tf.Const"() {value = dense<[1]> : tensor<1xi32>} : () -> tensor<1xi32>
  %a = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.negate %a : tensor<i32>
  %y = "tf.GatherV2"(%x, %i, %n) : (tensor<2x3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2x1xi32>
  check.expect_eq_const %y, dense<[[1], [4]]> : tensor<2x1xi32>
  return
}

func.func @nd() {
  %x = "tf.Const"() {value = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>} : () -> tensor<2x3xi32>
  %i = "tf.Const"() {value = dense<[[1, 0], [0, 2], [1, 0]]> : tensor<3x2xi32>} : () -> tensor<3x2xi32>
  %y = "tf.GatherNd"(%x, %i) {bad_indices_policy = ""} : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<3xi32>
  check.expect_eq_const %y, dense<[3, 2, 3]> : tensor<3xi32>
  %r = "tf.Const"() {value = dense<[[1], [1]]> : tensor<2x1xi16>} : () -> tensor<2x1xi16>
  %z = "tf.GatherNd"(%x, %r) : (tensor<2x3xi32>, tensor<2x1xi16>) -> tensor<2x3xi32>
  check.expect_eq_const %z, dense<[[3, 4, 5], [3, 4, 5]]> : tensor<2x3xi32>
  return
}

// Vectors of no coordinates: every one is the whole.
func.func @nd_whole() {
  %x = "tf.Const"() {value = dense<[7, 8]> : tensor<2xi32>} : () -> tensor<2xi32>
  %i = "tf.Const"() {value = dense<> : tensor<3x0xi32>} : () -> tensor<3x0xi32>
  %y = "tf.GatherNd"(%x, %i) : (tensor<2xi32>, tensor<3x0xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %y, dense<[[7, 8], [7, 8], [7, 8]]> : tensor<3x2xi32>
  return
}
