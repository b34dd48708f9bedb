// Misread: the sign comes in, not zeros. After ispc/ispc#88.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<-1> : tensor<i32>
  %2 = stablehlo.shift_right_logical %1, %0 : tensor<i32>
  check.expect_eq_const %2, dense<2147483647> : tensor<i32>
  return
}
