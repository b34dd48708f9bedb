// Views: StableHLO spec, reshape, transpose, reverse, broadcast_in_dim; and views of views.

func.func @reshape() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = stablehlo.reshape %a : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %1 = stablehlo.reshape %a : (tensor<2x3xi32>) -> tensor<1x6x1xi32>
  check.expect_eq_const %1, dense<[[[1], [2], [3], [4], [5], [6]]]> : tensor<1x6x1xi32>
  func.return
}

func.func @reshape_scalar_and_empty() {
  %a = stablehlo.constant dense<[[7]]> : tensor<1x1xi32>
  %0 = stablehlo.reshape %a : (tensor<1x1xi32>) -> tensor<i32>
  check.expect_eq_const %0, dense<7> : tensor<i32>
  %b = stablehlo.constant dense<> : tensor<0x4xi32>
  %1 = stablehlo.reshape %b : (tensor<0x4xi32>) -> tensor<2x0xi32>
  check.expect_eq_const %1, dense<> : tensor<2x0xi32>
  func.return
}

// Strides cannot say this one: it is copied.
func.func @reshape_of_transpose() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %1 = stablehlo.reshape %0 : (tensor<3x2xi32>) -> tensor<6xi32>
  check.expect_eq_const %1, dense<[1, 4, 2, 5, 3, 6]> : tensor<6xi32>
  func.return
}

func.func @reshape_of_broadcast() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %1 = stablehlo.reshape %0 : (tensor<3x2xi32>) -> tensor<6xi32>
  check.expect_eq_const %1, dense<[1, 2, 1, 2, 1, 2]> : tensor<6xi32>
  func.return
}

func.func @transpose() {
  %a = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %0 = stablehlo.transpose %a, dims = [2, 1, 0] : (tensor<2x3x2xi32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %0, dense<[[[1, 7], [3, 9], [5, 11]], [[2, 8], [4, 10], [6, 12]]]> : tensor<2x3x2xi32>
  func.return
}

func.func @transpose_generic_legacy() {
  %a = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %0 = "stablehlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<1x3xi32>) -> tensor<3x1xi32>
  %1 = "stablehlo.transpose"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<3x1xi32>) -> tensor<1x3xi32>
  check.expect_eq_const %0, dense<[[1], [2], [3]]> : tensor<3x1xi32>
  check.expect_eq %1, %a : tensor<1x3xi32>
  func.return
}

func.func @transpose_scalar() {
  %a = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.transpose %a, dims = [] : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<3> : tensor<i32>
  func.return
}

func.func @reverse() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %0 = stablehlo.reverse %a, dims = [1] : tensor<3x2xi32>
  %1 = stablehlo.reverse %a, dims = [0, 1] : tensor<3x2xi32>
  %2 = stablehlo.reverse %a, dims = [] : tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[2, 1], [4, 3], [6, 5]]> : tensor<3x2xi32>
  check.expect_eq_const %1, dense<[[6, 5], [4, 3], [2, 1]]> : tensor<3x2xi32>
  check.expect_eq %2, %a : tensor<3x2xi32>
  func.return
}

func.func @broadcast_in_dim() {
  %a = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [2, 1] : (tensor<1x3xi32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %0, dense<[[[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2], [3, 3]]]> : tensor<2x3x2xi32>
  %s = stablehlo.constant dense<4> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[4, 4], [4, 4]]> : tensor<2x2xi32>
  func.return
}

func.func @broadcast_in_dim_generic_legacy() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[1, 1], [2, 2]]> : tensor<2x2xi32>
  func.return
}

func.func @broadcast_in_front() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.broadcast %a, sizes = [3] : (tensor<2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[1, 2], [1, 2], [1, 2]]> : tensor<3x2xi32>
  func.return
}

func.func @views_of_views() {
  %a = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %0 = stablehlo.slice %a [1:3, 0:4:2] : (tensor<3x4xi32>) -> tensor<2x2xi32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<2x2xi32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 2] : (tensor<2x2xi32>) -> tensor<2x2x2xi32>
  %4 = stablehlo.slice %3 [0:2, 1:2, 1:2] : (tensor<2x2x2xi32>) -> tensor<2x1x1xi32>
  check.expect_eq_const %2, dense<[[7, 11], [5, 9]]> : tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[[7, 11], [7, 11]], [[5, 9], [5, 9]]]> : tensor<2x2x2xi32>
  check.expect_eq_const %4, dense<[[[11]], [[9]]]> : tensor<2x1x1xi32>
  func.return
}

// Writing over an operand must not be seen through another view of it.
func.func @views_do_not_alias() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.add %a, %a : tensor<3xi32>
  %r = stablehlo.reverse %b, dims = [0] : tensor<3xi32>
  %c = stablehlo.add %b, %r : tensor<3xi32>
  %d = stablehlo.multiply %r, %c : tensor<3xi32>
  check.expect_eq_const %c, dense<[8, 8, 8]> : tensor<3xi32>
  check.expect_eq_const %d, dense<[48, 32, 16]> : tensor<3xi32>
  func.return
}
