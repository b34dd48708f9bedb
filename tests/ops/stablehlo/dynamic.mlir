// Shapes that are values: StableHLO spec, dynamic_* and get_dimension_size; real_dynamic_slice, set_dimension_size.

func.func @dynamic_reshape() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x2xi32>
  %1 = stablehlo.reshape %0 : (tensor<?x2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %1, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  func.return
}

// Two extents that only the run knows, and become two others.
func.func @dynamic_reshape_of_unknown_extents() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %t = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %d = stablehlo.dynamic_reshape %a, %t : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %0 = stablehlo.dynamic_reshape %d, %s : (tensor<?x?xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %1 = stablehlo.reshape %0 : (tensor<?x?xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %1, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  func.return
}

func.func @dynamic_broadcast_in_dim() {
  %a = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<2x1xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %1 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>}> : (tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  %2 = stablehlo.reshape %0 : (tensor<?x?xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %2, dense<[[1, 1, 1], [2, 2, 2]]> : tensor<2x3xi32>
  check.expect_eq %1, %2 : tensor<2x3xi32>
  func.return
}

func.func @real_dynamic_slice() {
  %a = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %start = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %limit = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  %stride = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %0 = stablehlo.real_dynamic_slice %a, %start, %limit, %stride : (tensor<2x4xi32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xi32>
  %1 = stablehlo.reshape %0 : (tensor<?x?xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %1, dense<[[4, 7]]> : tensor<1x2xi32>
  func.return
}

func.func @dynamic_pad() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %interior = stablehlo.constant dense<[2]> : tensor<1xi64>
  %0 = stablehlo.dynamic_pad %a, %z, %low, %high, %interior : (tensor<2xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  %1 = stablehlo.reshape %0 : (tensor<?xi32>) -> tensor<4xi32>
  check.expect_eq_const %1, dense<[0, 1, 0, 0]> : tensor<4xi32>
  func.return
}

func.func @get_dimension_size() {
  %a = stablehlo.constant dense<0> : tensor<2x5xi32>
  %0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x5xi32>) -> tensor<i32>
  check.expect_eq_const %0, dense<5> : tensor<i32>
  %n = stablehlo.constant dense<[10]> : tensor<1xi64>
  %d = stablehlo.dynamic_reshape %a, %n : (tensor<2x5xi32>, tensor<1xi64>) -> tensor<?xi32>
  %1 = "stablehlo.get_dimension_size"(%d) <{dimension = 0 : i64}> : (tensor<?xi32>) -> tensor<i32>
  check.expect_eq_const %1, dense<10> : tensor<i32>
  func.return
}

func.func @set_dimension_size() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<3xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<3>>
  %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<i32>
  check.expect_eq_const %1, dense<2> : tensor<i32>
  func.return
}

// Sizes flow through ops whose types say "?".
func.func @sizes_flow() {
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %n = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %d = stablehlo.dynamic_reshape %a, %n : (tensor<4xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %t = stablehlo.transpose %d, dims = [1, 0] : (tensor<?x?xi32>) -> tensor<?x?xi32>
  %c = stablehlo.concatenate %d, %t, dim = 0 : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.pad %c, %z, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<?x?xi32>, tensor<i32>) -> tensor<?x?xi32>
  %r = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xi32>, tensor<i32>) -> tensor<?xi32>
  %s = stablehlo.reshape %r : (tensor<?xi32>) -> tensor<4xi32>
  check.expect_eq_const %s, dense<[3, 7, 4, 6]> : tensor<4xi32>
  func.return
}
