// Misread: a negative index counts from the end. After EnzymeAD/Enzyme-JAX#752.
func.func @main() {
  %0 = stablehlo.constant dense<0.000000e+00> : tensor<1x2x1xf32>
  %1 = stablehlo.constant dense<1.000000e+00> : tensor<1x1x1xf32>
  %2 = stablehlo.constant dense<-1> : tensor<i32>
  %3 = stablehlo.constant dense<0> : tensor<i32>
  %4 = stablehlo.dynamic_update_slice %0, %1, %2, %2, %3 : (tensor<1x2x1xf32>, tensor<1x1x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x1xf32>
  check.expect_eq_const %4, dense<[[[1.000000e+00], [0.000000e+00]]]> : tensor<1x2x1xf32>
  return
}
