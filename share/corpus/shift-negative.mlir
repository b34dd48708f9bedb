// The sign comes in where a negative number is shifted. After nebulastream/nautilus#294.
func.func @main() {
  %x = stablehlo.constant dense<[-8, 8]> : tensor<2xi32>
  %y = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %r = stablehlo.shift_right_arithmetic %x, %y : tensor<2xi32>
  check.expect_eq_const %r, dense<[-4, 4]> : tensor<2xi32>
  return
}
