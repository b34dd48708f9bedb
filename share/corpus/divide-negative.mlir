// -7 / 2 is -3, and the rest has the dividend's sign. After tile-ai/tilelang-ascend#1764.
func.func @main() {
  %x = stablehlo.constant dense<[-7, 7]> : tensor<2xi32>
  %y = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %q = stablehlo.divide %x, %y : tensor<2xi32>
  %r = stablehlo.remainder %x, %y : tensor<2xi32>
  check.expect_eq_const %q, dense<[-3, 3]> : tensor<2xi32>
  check.expect_eq_const %r, dense<[-1, 1]> : tensor<2xi32>
  return
}
