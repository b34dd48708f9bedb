// A float becomes an integer towards zero. After nim-lang/Nim#916.
func.func @main() {
  %x = stablehlo.constant dense<[1.7, -1.7, 0.5, -0.5]> : tensor<4xf32>
  %r = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[1, -1, 0, 0]> : tensor<4xi32>
  return
}
