// Misread: zeros come in, not the sign. After nebulastream/nautilus#294.
func.func @main() {
  %0 = stablehlo.constant dense<-1> : tensor<1x1x1xi32>
  %1 = stablehlo.constant dense<1> : tensor<1x1x1xi32>
  %2 = stablehlo.shift_right_arithmetic %0, %1 : tensor<1x1x1xi32>
  check.expect_eq_const %2, dense<-1> : tensor<1x1x1xi32>
  return
}
