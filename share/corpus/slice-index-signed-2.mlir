// Misread: unsigned indices are read as signed. After openxla/xla#4491.
func.func @main() {
  %0 = stablehlo.constant dense<0.000000e+00> : tensor<1x1x2xf32>
  %1 = stablehlo.constant dense<1.000000e+00> : tensor<1x1x1xf32>
  %2 = stablehlo.constant dense<0> : tensor<ui16>
  %3 = stablehlo.constant dense<32768> : tensor<ui16>
  %4 = stablehlo.dynamic_update_slice %0, %1, %2, %2, %3 : (tensor<1x1x2xf32>, tensor<1x1x1xf32>, tensor<ui16>, tensor<ui16>, tensor<ui16>) -> tensor<1x1x2xf32>
  check.expect_eq_const %4, dense<[[[0.000000e+00, 1.000000e+00]]]> : tensor<1x1x2xf32>
  return
}
