// compare, select, clamp, is_finite: StableHLO spec, the sections of those names.

func.func @compare_signed() {
  %a = stablehlo.constant dense<[-1, 0, 1]> : tensor<3xi32>
  %b = stablehlo.constant dense<[0, 0, 0]> : tensor<3xi32>
  %eq = stablehlo.compare  EQ, %a, %b,  SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %ne = stablehlo.compare NE, %a, %b, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %ge = stablehlo.compare GE, %a, %b, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %gt = stablehlo.compare GT, %a, %b, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %le = stablehlo.compare LE, %a, %b, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %lt = stablehlo.compare LT, %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %eq, dense<[false, true, false]> : tensor<3xi1>
  check.expect_eq_const %ne, dense<[true, false, true]> : tensor<3xi1>
  check.expect_eq_const %ge, dense<[false, true, true]> : tensor<3xi1>
  check.expect_eq_const %gt, dense<[false, false, true]> : tensor<3xi1>
  check.expect_eq_const %le, dense<[true, true, false]> : tensor<3xi1>
  check.expect_eq_const %lt, dense<[true, false, false]> : tensor<3xi1>
  func.return
}

func.func @compare_unsigned_is_not_signed() {
  %a = stablehlo.constant dense<[255, 1]> : tensor<2xui8>
  %b = stablehlo.constant dense<[1, 255]> : tensor<2xui8>
  %0 = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction GT>, compare_type = #stablehlo<comparison_type UNSIGNED>} : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>
  check.expect_eq_const %0, dense<[true, false]> : tensor<2xi1>
  func.return
}

func.func @compare_pred() {
  %a = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %b = stablehlo.constant dense<[false, false]> : tensor<2xi1>
  %0 = stablehlo.compare GT, %a, %b, UNSIGNED : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq_const %0, dense<[true, false]> : tensor<2xi1>
  func.return
}

// NaN is unordered and unequal even to itself; the zeros are equal.
func.func @compare_float() {
  %a = stablehlo.constant dense<[0x7FC00000, 0.0, 1.0]> : tensor<3xf32>
  %b = stablehlo.constant dense<[0x7FC00000, -0.0, 2.0]> : tensor<3xf32>
  %eq = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %ne = stablehlo.compare NE, %a, %b, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %ge = stablehlo.compare GE, %a, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  check.expect_eq_const %eq, dense<[false, true, false]> : tensor<3xi1>
  check.expect_eq_const %ne, dense<[true, false, true]> : tensor<3xi1>
  check.expect_eq_const %ge, dense<[false, true, false]> : tensor<3xi1>
  func.return
}

// -NaN < -inf < -0 < +0 < +inf < +NaN.
func.func @compare_total_order() {
  %a = stablehlo.constant dense<[0xFFC00000, 0xFF800000, -0.0, 0.0, 0x7F800000]> : tensor<5xf32>
  %b = stablehlo.constant dense<[0xFF800000, -0.0, 0.0, 0x7F800000, 0x7FC00000]> : tensor<5xf32>
  %lt = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %eq = stablehlo.compare EQ, %a, %a, TOTALORDER : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %lt, dense<true> : tensor<5xi1>
  check.expect_eq_const %eq, dense<true> : tensor<5xi1>
  func.return
}

func.func @compare_complex() {
  %a = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0)]> : tensor<2xcomplex<f32>>
  %b = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0)]> : tensor<2xcomplex<f32>>
  %0 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  check.expect_eq_const %0, dense<[true, false]> : tensor<2xi1>
  func.return
}

func.func @select_by_element() {
  %p = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.constant dense<[4, 5, 6]> : tensor<3xi32>
  %0 = stablehlo.select %p, %a, %b : tensor<3xi1>, tensor<3xi32>
  check.expect_eq_const %0, dense<[1, 5, 3]> : tensor<3xi32>
  func.return
}

func.func @select_by_scalar() {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %a = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf64>
  %b = stablehlo.constant dense<[[3.0, 4.0]]> : tensor<1x2xf64>
  %0 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<1x2xf64>
  check.expect_eq_const %0, dense<[[3.0, 4.0]]> : tensor<1x2xf64>
  func.return
}

func.func @select_complex_types_in_full() {
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %a = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  %b = stablehlo.constant dense<(3.0, 4.0)> : tensor<2xcomplex<f32>>
  %0 = stablehlo.select %p, %a, %b : (tensor<2xi1>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %1 = stablehlo.imag %0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[2.0, 4.0]> : tensor<2xf32>
  func.return
}

func.func @clamp_by_element() {
  %min = stablehlo.constant dense<[5, 10, 15]> : tensor<3xi64>
  %x = stablehlo.constant dense<[3, 13, 23]> : tensor<3xi64>
  %max = stablehlo.constant dense<[10, 15, 20]> : tensor<3xi64>
  %0 = stablehlo.clamp %min, %x, %max : tensor<3xi64>
  check.expect_eq_const %0, dense<[5, 13, 20]> : tensor<3xi64>
  func.return
}

func.func @clamp_by_scalars() {
  %min = stablehlo.constant dense<0.0> : tensor<f32>
  %x = stablehlo.constant dense<[-2.0, 0.5, 0x7FC00000, 9.0]> : tensor<4xf32>
  %max = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.clamp %min, %x, %max : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_almost_eq_const %0, dense<[0.0, 0.5, 0x7FC00000, 1.0]> : tensor<4xf32>
  func.return
}

// min > max: minimum(maximum(x, min), max).
func.func @clamp_crossed_bounds() {
  %min = stablehlo.constant dense<9> : tensor<i32>
  %x = stablehlo.constant dense<5> : tensor<i32>
  %max = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.clamp %min, %x, %max : tensor<i32>
  check.expect_eq_const %0, dense<2> : tensor<i32>
  func.return
}

func.func @is_finite() {
  %a = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -10.0, 0.0]> : tensor<5xf32>
  %0 = stablehlo.is_finite %a : (tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %0, dense<[false, false, false, true, true]> : tensor<5xi1>
  func.return
}
