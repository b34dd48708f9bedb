// Misread: elements of a window that are outside are zeros; the window is not moved. After ml-explore/mlx#3917.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<2xi32>
  %2 = stablehlo.dynamic_slice %1, %0, sizes = [2] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<1> : tensor<2xi32>
  return
}
