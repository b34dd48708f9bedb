// Misread: a float becomes the integer below, not the one towards zero. After cqframework/cql-execution#188.
func.func @main() {
  %0 = stablehlo.constant dense<-1.812500e+01> : tensor<f32>
  %1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<i32>
  check.expect_eq_const %1, dense<-18> : tensor<i32>
  return
}
