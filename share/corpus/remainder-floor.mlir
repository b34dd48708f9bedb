// Misread: a remainder has the divisor's sign. After tile-ai/tilelang-ascend#1764.
func.func @main() {
  %0 = arith.constant dense<-3.812500e+00> : tensor<1x1xf32>
  %1 = tensor.cast %0 : tensor<1x1xf32> to tensor<1x?xf32>
  %2 = stablehlo.constant dense<1.000000e+00> : tensor<1x1xf32>
  %3 = tensor.cast %2 : tensor<1x1xf32> to tensor<1x?xf32>
  %4 = stablehlo.remainder %1, %3 : tensor<1x?xf32>
  %5 = tensor.cast %4 : tensor<1x?xf32> to tensor<1x1xf32>
  check.expect_eq_const %5, dense<-8.125000e-01> : tensor<1x1xf32>
  return
}
