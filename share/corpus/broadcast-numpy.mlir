// Misread: the operand's dimensions are taken for the result's last. After openxla/stablehlo#2583.
func.func @main() {
  %0 = stablehlo.constant dense<[[0.000000e+00], [1.000000e+00]]> : tensor<2x1xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 0] : (tensor<2x1xf32>) -> tensor<1x2x2x1xf32>
  check.expect_eq_const %1, dense<[[[[0.000000e+00], [0.000000e+00]], [[1.000000e+00], [1.000000e+00]]]]> : tensor<1x2x2x1xf32>
  return
}
