// Misread: a float is cut to an integer before it is true or false. After triton-lang/triton#545.
func.func @main() {
  %0 = stablehlo.constant dense<[5.000000e-01, -2.500000e-01, 0.000000e+00, 3.000000e+00]> : tensor<4xf32>
  %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %1, dense<[true, true, false, true]> : tensor<4xi1>
  return
}
