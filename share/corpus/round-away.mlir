// Misread: halves are rounded away from zero. After ml-explore/mlx#482.
func.func @main() {
  %0 = arith.constant dense<[[[[0.000000e+00], [0.000000e+00]], [[0.000000e+00], [0.000000e+00]]], [[[0.000000e+00], [0.000000e+00]], [[-4.500000e+00], [0.000000e+00]]]]> : tensor<2x2x2x1xf32>
  %1 = tensor.cast %0 : tensor<2x2x2x1xf32> to tensor<?x2x?x1xf32>
  %2 = stablehlo.round_nearest_even %1 : tensor<?x2x?x1xf32>
  %3 = tensor.cast %2 : tensor<?x2x?x1xf32> to tensor<2x2x2x1xf32>
  check.expect_eq_const %3, dense<[[[[0.000000e+00], [0.000000e+00]], [[0.000000e+00], [0.000000e+00]]], [[[0.000000e+00], [0.000000e+00]], [[-4.000000e+00], [0.000000e+00]]]]> : tensor<2x2x2x1xf32>
  return
}
