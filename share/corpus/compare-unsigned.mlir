// 200 without a sign is not below 100. After NVIDIA/numba-cuda-mlir#121.
func.func @main() {
  %x = stablehlo.constant dense<[200, 1]> : tensor<2xui8>
  %y = stablehlo.constant dense<[100, 2]> : tensor<2xui8>
  %r = stablehlo.compare LT, %x, %y : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>
  check.expect_eq_const %r, dense<[false, true]> : tensor<2xi1>
  return
}
