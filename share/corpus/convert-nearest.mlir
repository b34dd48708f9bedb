// Misread: a float becomes the nearest integer, not the one towards zero. After nim-lang/Nim#916.
func.func @main() {
  %0 = arith.constant dense<9.750000e+00> : tensor<1xf32>
  %1 = tensor.cast %0 : tensor<1xf32> to tensor<?xf32>
  %2 = stablehlo.convert %1 : (tensor<?xf32>) -> tensor<?xi32>
  %3 = tensor.cast %2 : tensor<?xi32> to tensor<1xi32>
  check.expect_eq_const %3, dense<9> : tensor<1xi32>
  return
}
