// Misread: updates are added, whatever the region says. After torch-spyre/torch-spyre#4351.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<1x2xi32>
  %1 = stablehlo.constant dense<1> : tensor<1x2x2xi32>
  %2 = stablehlo.constant dense<0> : tensor<1x2x2xi32>
  %3 = "stablehlo.scatter"(%0, %2, %1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<1x2xi32>, tensor<1x2x2xi32>, tensor<1x2x2xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %3, dense<1> : tensor<1x2xi32>
  return
}
