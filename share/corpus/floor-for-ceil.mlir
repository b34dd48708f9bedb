// Misread: rounded down instead of up. After triton-lang/triton#954.
func.func @main() {
  %0 = arith.constant dense<1.381250e+01> : tensor<1xf32>
  %1 = tensor.cast %0 : tensor<1xf32> to tensor<?xf32>
  %2 = stablehlo.ceil %1 : tensor<?xf32>
  %3 = tensor.cast %2 : tensor<?xf32> to tensor<1xf32>
  check.expect_eq_const %3, dense<1.400000e+01> : tensor<1xf32>
  return
}
