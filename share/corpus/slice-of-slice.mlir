// Of two slices each is moved on its own: 9 becomes 6, then 0 is [6]. After jax-ml/jax#40849.
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<10xi32>
  %s = stablehlo.constant dense<9> : tensor<i32>
  %t = stablehlo.constant dense<0> : tensor<i32>
  %m = stablehlo.dynamic_slice %x, %s, sizes = [4] : (tensor<10xi32>, tensor<i32>) -> tensor<4xi32>
  %r = stablehlo.dynamic_slice %m, %t, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
  check.expect_eq_const %r, dense<[6]> : tensor<1xi32>
  return
}
