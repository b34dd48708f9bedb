// slice, pad, concatenate: StableHLO spec, the sections of those names.

func.func @slice() {
  %a = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi64>
  %0 = stablehlo.slice %a [1:3, 1:4:2] : (tensor<3x4xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %0, dense<[[5, 7], [9, 11]]> : tensor<2x2xi64>
  %1 = "stablehlo.slice"(%a) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 3, 4>, strides = array<i64: 2, 3>}> : (tensor<3x4xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %1, dense<[[0, 3], [8, 11]]> : tensor<2x2xi64>
  func.return
}

func.func @slice_nothing() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %0 = stablehlo.slice %a [3:3] : (tensor<3xi32>) -> tensor<0xi32>
  check.expect_eq_const %0, dense<> : tensor<0xi32>
  %s = stablehlo.constant dense<5> : tensor<i32>
  %1 = stablehlo.slice %s [] : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %1, dense<5> : tensor<i32>
  func.return
}

func.func @slice_stride_past_the_end() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %0 = stablehlo.slice %a [1:3:9223372036854775807] : (tensor<3xi32>) -> tensor<1xi32>
  check.expect_eq_const %0, dense<[2]> : tensor<1xi32>
  func.return
}

func.func @pad_everywhere() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.pad %a, %z, low = [0, 1], high = [1, 0], interior = [1, 2] : (tensor<2x2xi32>, tensor<i32>) -> tensor<4x5xi32>
  check.expect_eq_const %0, dense<[[0, 1, 0, 0, 2], [0, 0, 0, 0, 0], [0, 3, 0, 0, 4], [0, 0, 0, 0, 0]]> : tensor<4x5xi32>
  func.return
}

func.func @pad_negative_is_a_slice() {
  %a = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.pad %a, %z, low = [-1], high = [-2], interior = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[2, 3]> : tensor<2xi32>
  %1 = "stablehlo.pad"(%a, %z) {edge_padding_low = array<i64: -1>, edge_padding_high = array<i64: 2>, interior_padding = array<i64: 0>} : (tensor<5xi32>, tensor<i32>) -> tensor<6xi32>
  check.expect_eq_const %1, dense<[2, 3, 4, 5, 0, 0]> : tensor<6xi32>
  func.return
}

// Interior padding is laid out before negative edges cut it: 1 0 2 0 3 without its first two and its last.
func.func @pad_negative_edges_cut_the_interior() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.pad %a, %z, low = [-2], high = [-1], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[2, 0]> : tensor<2xi32>
  func.return
}

func.func @pad_empty() {
  %a = stablehlo.constant dense<> : tensor<0xf32>
  %z = stablehlo.constant dense<1.5> : tensor<f32>
  %0 = stablehlo.pad %a, %z, low = [1], high = [1], interior = [3] : (tensor<0xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.5, 1.5]> : tensor<2xf32>
  func.return
}

func.func @pad_a_view() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %z = stablehlo.constant dense<9> : tensor<i8>
  %r = stablehlo.reverse %a, dims = [0] : tensor<3xi8>
  %0 = stablehlo.pad %r, %z, low = [1], high = [0], interior = [0] : (tensor<3xi8>, tensor<i8>) -> tensor<4xi8>
  check.expect_eq_const %0, dense<[9, 3, 2, 1]> : tensor<4xi8>
  func.return
}

func.func @concatenate() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = stablehlo.constant dense<[[5], [6]]> : tensor<2x1xi32>
  %c = stablehlo.constant dense<> : tensor<2x0xi32>
  %0 = stablehlo.concatenate %a, %c, %b, dim = 1 : (tensor<2x2xi32>, tensor<2x0xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[1, 2, 5], [3, 4, 6]]> : tensor<2x3xi32>
  %1 = "stablehlo.concatenate"(%a, %a) {dimension = 0 : i64} : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  check.expect_eq_const %1, dense<[[1, 2], [3, 4], [1, 2], [3, 4]]> : tensor<4x2xi32>
  func.return
}

func.func @concatenate_one_and_views() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %0 = stablehlo.concatenate %a, dim = 0 : (tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq %0, %a : tensor<2x2xi32>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %1 = stablehlo.concatenate %t, %a, dim = 0 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  check.expect_eq_const %1, dense<[[1, 3], [2, 4], [1, 2], [3, 4]]> : tensor<4x2xi32>
  func.return
}
