// Misread: integers are computed with as floats. After llvm/llvm-project#198391.
func.func @main() {
  %0 = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %1 = stablehlo.constant dense<2> : tensor<i64>
  %2 = stablehlo.divide %0, %1 : tensor<i64>
  check.expect_eq_const %2, dense<4611686018427387903> : tensor<i64>
  return
}
