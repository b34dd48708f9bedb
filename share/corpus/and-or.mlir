// Misread: or instead of and. After tenstorrent/tt-mlir#6108.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<1x1xi32>
  %1 = stablehlo.constant dense<1> : tensor<1x1xi32>
  %2 = stablehlo.and %1, %0 : tensor<1x1xi32>
  check.expect_eq_const %2, dense<0> : tensor<1x1xi32>
  return
}
