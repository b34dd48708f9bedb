// Misread: a window that is partly outside is left out as a whole. After openxla/stablehlo#1561.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<3x2x1xi32>
  %1 = stablehlo.constant dense<2> : tensor<3xi32>
  %2 = stablehlo.constant dense<0> : tensor<3x1xi32>
  %3:2 = "stablehlo.scatter"(%2, %2, %1, %0, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>):
    %4 = stablehlo.add %arg0, %arg2 : tensor<i32>
    %5 = stablehlo.add %arg1, %arg3 : tensor<i32>
    stablehlo.return %4, %5 : tensor<i32>, tensor<i32>
  }) : (tensor<3x1xi32>, tensor<3x1xi32>, tensor<3xi32>, tensor<3x2x1xi32>, tensor<3x2x1xi32>) -> (tensor<3x1xi32>, tensor<3x1xi32>)
  check.expect_eq_const %3#0, dense<[[0], [0], [3]]> : tensor<3x1xi32>
  return
}
