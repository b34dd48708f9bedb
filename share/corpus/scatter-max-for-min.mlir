// Misread: maximum instead of minimum. After kokkos/kokkos#5045.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<2x1x1xi32>
  %1 = stablehlo.constant dense<[[[[2]]], [[[0]]]]> : tensor<2x1x1x1xi32>
  %2 = stablehlo.constant dense<0> : tensor<i32>
  %3 = "stablehlo.scatter"(%1, %2, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
    %4 = stablehlo.minimum %arg0, %arg1 : tensor<i32>
    stablehlo.return %4 : tensor<i32>
  }) : (tensor<2x1x1x1xi32>, tensor<i32>, tensor<2x1x1xi32>) -> tensor<2x1x1x1xi32>
  check.expect_eq_const %3, dense<[[[[1]]], [[[0]]]]> : tensor<2x1x1x1xi32>
  return
}
