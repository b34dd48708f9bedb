// Misread: an update out of range is dropped, not moved into range. After ml-explore/mlx#3917.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<1x1xi32>
  %2 = stablehlo.constant dense<0> : tensor<1x1xi32>
  %3 = stablehlo.dynamic_update_slice %2, %1, %0, %0 : (tensor<1x1xi32>, tensor<1x1xi32>, tensor<i32>, tensor<i32>) -> tensor<1x1xi32>
  check.expect_eq_const %3, dense<1> : tensor<1x1xi32>
  return
}
