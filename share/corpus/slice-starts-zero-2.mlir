// Misread: every index is read as 0. After openxla/xla#48717.
func.func @main() {
  %0 = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.constant dense<[[[1.000000e+00], [0.000000e+00]], [[0.000000e+00], [0.000000e+00]]]> : tensor<2x2x1xf32>
  %2 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.dynamic_slice %1, %0, %2, %2, sizes = [1, 1, 1] : (tensor<2x2x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1xf32>
  check.expect_eq_const %3, dense<0.000000e+00> : tensor<1x1x1xf32>
  return
}
