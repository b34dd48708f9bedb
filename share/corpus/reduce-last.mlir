// Misread: the last element along the reduced dimension is left out. After dmlc/mshadow#116.
func.func @main() {
  %0 = stablehlo.constant dense<[[[[true]], [[false]]]]> : tensor<1x2x1x1xi1>
  %1 = stablehlo.constant dense<true> : tensor<i1>
  %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.multiply across dimensions = [1, 0] : (tensor<1x2x1x1xi1>, tensor<i1>) -> tensor<1x1xi1>
  check.expect_eq_const %2, dense<false> : tensor<1x1xi1>
  return
}
