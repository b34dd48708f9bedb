// Misread: rounded up instead of down. After paupino/rust-decimal#156.
func.func @main() {
  %0 = stablehlo.constant dense<-4.562500e+00> : tensor<1x1x1x1xf32>
  %1 = stablehlo.floor %0 : tensor<1x1x1x1xf32>
  check.expect_eq_const %1, dense<-5.000000e+00> : tensor<1x1x1x1xf32>
  return
}
