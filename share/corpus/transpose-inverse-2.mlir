// Misread: a transpose goes by the inverse permutation. After iree-org/iree#16921.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00]], [[0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00]]]> : tensor<2x2x2xf32>
  %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  check.expect_eq_const %1, dense<[[[0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00]], [[1.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00]]]> : tensor<2x2x2xf32>
  return
}
