// Misread: the lowest bit is taken for true or false. After NVIDIA/numba-cuda-mlir#304.
func.func @main() {
  %0 = stablehlo.constant dense<-2.000000e+00> : tensor<f32>
  %1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<i1>
  check.expect_eq_const %1, dense<true> : tensor<i1>
  return
}
