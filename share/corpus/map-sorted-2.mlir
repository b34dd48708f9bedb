// Misread: components are for operand dimensions in ascending order. After iree-org/iree#24871.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<1x1x2xi32>
  %1 = stablehlo.constant dense<1> : tensor<1x2xi32>
  %2 = stablehlo.constant dense<[[[0, 1]]]> : tensor<1x1x2xi32>
  %3 = "stablehlo.scatter"(%1, %2, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
    %4 = stablehlo.multiply %arg0, %arg1 : tensor<i32>
    stablehlo.return %4 : tensor<i32>
  }) : (tensor<1x2xi32>, tensor<1x1x2xi32>, tensor<1x1x2xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %3, dense<1> : tensor<1x2xi32>
  return
}
