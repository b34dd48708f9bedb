// Misread: of the dimensions only the first is reversed. After apache/tvm#19511.
func.func @main() {
  %0 = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00]]> : tensor<2x2xf32>
  %1 = stablehlo.reverse %0, dims = [0, 1] : tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[0.000000e+00, 0.000000e+00], [1.000000e+00, 0.000000e+00]]> : tensor<2x2xf32>
  return
}
