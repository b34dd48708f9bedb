// Misread: the right factor is taken transposed. After ml-explore/mlx#4253.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0, 0], [0, 0]], [[0, 1], [0, 0]]]> : tensor<2x2x2xi32>
  %1 = stablehlo.constant dense<1> : tensor<2xi32>
  %2 = stablehlo.dot_general %1, %0, contracting_dims = [0] x [0] : (tensor<2xi32>, tensor<2x2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %2, dense<[[0, 1], [0, 0]]> : tensor<2x2xi32>
  return
}
