// Misread: elements of a window that are outside are zeros; the window is not moved. After ml-explore/mlx#3917.
func.func @main() {
  %0 = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.dynamic_slice %0, %1, sizes = [2] : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  check.expect_eq_const %2, dense<1.000000e+00> : tensor<2xf32>
  return
}
