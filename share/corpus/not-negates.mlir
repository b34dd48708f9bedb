// Misread: the negative number instead of the complement of its bits. After bpftrace/bpftrace#700.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.not %0 : tensor<i32>
  check.expect_eq_const %1, dense<-1> : tensor<i32>
  return
}
