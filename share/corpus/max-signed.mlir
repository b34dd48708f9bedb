// Misread: signed integers are read as unsigned, or unsigned as signed. After taichi-dev/taichi#3779.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<2xui32>
  %1 = stablehlo.constant dense<[2147483648, 1]> : tensor<2xui32>
  %2 = stablehlo.maximum %1, %0 : tensor<2xui32>
  check.expect_eq_const %2, dense<[2147483648, 1]> : tensor<2xui32>
  return
}
