// Halves become even. After ml-explore/mlx#482.
func.func @main() {
  %x = stablehlo.constant dense<[2.5, 1.5, -2.5]> : tensor<3xf32>
  %r = stablehlo.round_nearest_even %x : tensor<3xf32>
  check.expect_eq_const %r, dense<[2.0, 2.0, -2.0]> : tensor<3xf32>
  return
}
