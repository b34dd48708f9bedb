// Misread: all dimensions are reversed. After iree-org/iree#24584.
func.func @main() {
  %0 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %1 = stablehlo.reverse %0, dims = [] : tensor<2xi32>
  check.expect_eq_const %1, dense<[0, 1]> : tensor<2xi32>
  return
}
