// Misread: signed integers are read as unsigned, or unsigned as signed. After PLC-lang/rusty#1272.
func.func @main() {
  %0 = stablehlo.constant dense<2147483648> : tensor<ui32>
  %1 = stablehlo.constant dense<2> : tensor<ui32>
  %2 = stablehlo.divide %0, %1 : tensor<ui32>
  check.expect_eq_const %2, dense<1073741824> : tensor<ui32>
  return
}
