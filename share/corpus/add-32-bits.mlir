// Misread: integers of 64 bits are cut to 32. After triton-lang/triton#832.
func.func @main() {
  %0 = stablehlo.constant dense<-4294967296> : tensor<i64>
  %1 = stablehlo.constant dense<0> : tensor<i64>
  %2 = stablehlo.subtract %1, %0 : tensor<i64>
  check.expect_eq_const %2, dense<4294967296> : tensor<i64>
  return
}
