// Misread: log(1 + x) is computed as it is written, and rounded between. After dotnet/runtime#77979.
func.func @main() {
  %0 = stablehlo.constant dense<[1.000000e-08, 0.000000e+00]> : tensor<2xf32>
  %1 = stablehlo.log_plus_one %0 : tensor<2xf32>
  check.expect_eq_const %1, dense<[1.000000e-08, 0.000000e+00]> : tensor<2xf32>
  return
}
