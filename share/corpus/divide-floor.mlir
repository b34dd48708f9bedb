// Misread: a quotient of integers is rounded down, not towards zero. After tile-ai/tilelang-ascend#1764.
func.func @main() {
  %0 = arith.constant dense<-1> : tensor<1x1x1x1xi32>
  %1 = tensor.cast %0 : tensor<1x1x1x1xi32> to tensor<1x1x?x1xi32>
  %2 = stablehlo.constant dense<2> : tensor<1x1x1x1xi32>
  %3 = tensor.cast %2 : tensor<1x1x1x1xi32> to tensor<1x1x?x1xi32>
  %4 = stablehlo.divide %1, %3 : tensor<1x1x?x1xi32>
  %5 = stablehlo.subtract %3, %4 : tensor<1x1x?x1xi32>
  %6 = tensor.cast %5 : tensor<1x1x?x1xi32> to tensor<1x1x1x1xi32>
  check.expect_eq_const %6, dense<2> : tensor<1x1x1x1xi32>
  return
}
