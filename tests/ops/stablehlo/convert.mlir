// convert, bitcast_convert: StableHLO spec, the sections of those names.

func.func @integers_wrap() {
  %a = stablehlo.constant dense<[-1, 300, 127]> : tensor<3xi32>
  %0 = stablehlo.convert %a : (tensor<3xi32>) -> tensor<3xi8>
  %1 = stablehlo.convert %a : (tensor<3xi32>) -> tensor<3xui8>
  %2 = stablehlo.convert %a : (tensor<3xi32>) -> tensor<3xi64>
  check.expect_eq_const %0, dense<[-1, 44, 127]> : tensor<3xi8>
  check.expect_eq_const %1, dense<[255, 44, 127]> : tensor<3xui8>
  check.expect_eq_const %2, dense<[-1, 300, 127]> : tensor<3xi64>
  func.return
}

func.func @unsigned_widen() {
  %a = stablehlo.constant dense<[200, 255]> : tensor<2xui8>
  %0 = stablehlo.convert %a : (tensor<2xui8>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[200, 255]> : tensor<2xi32>
  func.return
}

func.func @pred_both_ways() {
  %a = stablehlo.constant dense<[0.0, 0.5, -3.0, 0x7FC00000]> : tensor<4xf32>
  %0 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %0, dense<[false, true, true, true]> : tensor<4xi1>
  %1 = stablehlo.convert %0 : (tensor<4xi1>) -> tensor<4xf64>
  check.expect_eq_const %1, dense<[0.0, 1.0, 1.0, 1.0]> : tensor<4xf64>
  func.return
}

func.func @floats_truncate_to_integers() {
  %a = stablehlo.constant dense<[1.9, -1.9, 0.0]> : tensor<3xf64>
  %0 = stablehlo.convert %a : (tensor<3xf64>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[1, -1, 0]> : tensor<3xi32>
  func.return
}

func.func @floats_round_to_narrower_ones() {
  %a = stablehlo.constant dense<[65519.0, 65520.0, 1.0]> : tensor<3xf32>
  %0 = stablehlo.convert %a : (tensor<3xf32>) -> tensor<3xf16>
  %1 = stablehlo.convert %0 : (tensor<3xf16>) -> tensor<3xf32>
  check.expect_eq_const %1, dense<[65504.0, 0x7F800000, 1.0]> : tensor<3xf32>
  func.return
}

func.func @real_to_complex_and_back() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.convert %a : (tensor<2xi32>) -> tensor<2xcomplex<f32>>
  %1 = stablehlo.imag %0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[0.0, 0.0]> : tensor<2xf32>
  %2 = stablehlo.convert %0 : (tensor<2xcomplex<f32>>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[1, 2]> : tensor<2xi32>
  func.return
}

func.func @bitcast_same_width() {
  %a = stablehlo.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %0, dense<[1065353216, 2147483648]> : tensor<2xui32>
  %b = stablehlo.constant dense<[-1, 5]> : tensor<2xi4>
  %1 = stablehlo.bitcast_convert %b : (tensor<2xi4>) -> tensor<2xui4>
  check.expect_eq_const %1, dense<[15, 5]> : tensor<2xui4>
  func.return
}

// Little-endian: the piece at 0 is the lowest.
func.func @bitcast_splits() {
  %a = stablehlo.constant dense<[0x01020304, 5]> : tensor<2xi32>
  %0 = stablehlo.bitcast_convert %a : (tensor<2xi32>) -> tensor<2x4xi8>
  check.expect_eq_const %0, dense<[[4, 3, 2, 1], [5, 0, 0, 0]]> : tensor<2x4xi8>
  func.return
}

func.func @bitcast_joins() {
  %a = stablehlo.constant dense<[[4, 3, 2, 1], [5, 0, 0, 0]]> : tensor<2x4xui8>
  %0 = stablehlo.bitcast_convert %a : (tensor<2x4xui8>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[16909060, 5]> : tensor<2xi32>
  func.return
}

func.func @bitcast_of_a_view() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xui16>
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xui16>) -> tensor<2x2xui16>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xui16>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[196609, 262146]> : tensor<2xi32>
  func.return
}
