// Misread: -0 becomes 0. After Moddable-OpenSource/moddable#335.
func.func @main() {
  %0 = stablehlo.constant dense<0.000000e+00> : tensor<1x1x1x1xf32>
  %1 = stablehlo.negate %0 : tensor<1x1x1x1xf32>
  check.expect_eq_const %1, dense<-0.000000e+00> : tensor<1x1x1x1xf32>
  return
}
