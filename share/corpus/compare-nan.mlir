// Misread: a comparison with NaN gives the contrary. After apache/mxnet#20729.
func.func @main() {
  %0 = arith.constant dense<0x7FC00000> : tensor<1x1x1xf32>
  %1 = tensor.cast %0 : tensor<1x1x1xf32> to tensor<1x?x?xf32>
  %2 = stablehlo.compare  LT, %1, %1 : (tensor<1x?x?xf32>, tensor<1x?x?xf32>) -> tensor<1x?x?xi1>
  %3 = tensor.cast %2 : tensor<1x?x?xi1> to tensor<1x1x1xi1>
  check.expect_eq_const %3, dense<false> : tensor<1x1x1xi1>
  return
}
