// Misread: signed integers are read as unsigned, or unsigned as signed. After NVIDIA/numba-cuda-mlir#121.
func.func @main() {
  %0 = stablehlo.constant dense<[[[[1]]], [[[32768]]]]> : tensor<2x1x1x1xui16>
  %1 = tensor.cast %0 : tensor<2x1x1x1xui16> to tensor<2x1x?x1xui16>
  %2 = stablehlo.constant dense<0> : tensor<2x1x1x1xui16>
  %3 = tensor.cast %2 : tensor<2x1x1x1xui16> to tensor<2x1x?x1xui16>
  %4 = stablehlo.compare  LT, %1, %3 : (tensor<2x1x?x1xui16>, tensor<2x1x?x1xui16>) -> tensor<2x1x?x1xi1>
  %5 = tensor.cast %4 : tensor<2x1x?x1xi1> to tensor<2x1x1x1xi1>
  check.expect_eq_const %5, dense<false> : tensor<2x1x1x1xi1>
  return
}
