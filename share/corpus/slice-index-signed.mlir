// Misread: unsigned indices are read as signed. After openxla/xla#4491.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<ui8>
  %1 = stablehlo.constant dense<[[[0]], [[1]]]> : tensor<2x1x1xi32>
  %2 = stablehlo.constant dense<128> : tensor<ui8>
  %3 = stablehlo.dynamic_slice %1, %2, %0, %0, sizes = [1, 1, 1] : (tensor<2x1x1xi32>, tensor<ui8>, tensor<ui8>, tensor<ui8>) -> tensor<1x1x1xi32>
  check.expect_eq_const %3, dense<1> : tensor<1x1x1xi32>
  return
}
