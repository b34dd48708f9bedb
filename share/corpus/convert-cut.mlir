// Misread: bits of a float that do not fit are left out, not rounded. After tile-ai/tilelang#2483.
func.func @main() {
  %0 = arith.constant dense<0.33333333333333331> : tensor<1x1xf64>
  %1 = tensor.cast %0 : tensor<1x1xf64> to tensor<?x1xf64>
  %2 = stablehlo.convert %1 : (tensor<?x1xf64>) -> tensor<?x1xf32>
  %3 = tensor.cast %2 : tensor<?x1xf32> to tensor<1x1xf32>
  check.expect_eq_const %3, dense<0.333333343> : tensor<1x1xf32>
  return
}
