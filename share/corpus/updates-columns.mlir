// Misread: the updates' memory is read with their first dimension as the fastest. After pytorch/pytorch#175191.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<3x2xi32>
  %1 = stablehlo.constant dense<0> : tensor<2x1x1x2xi32>
  %2 = stablehlo.constant dense<[[[[0, 0]]], [[[2, 1]]]]> : tensor<2x1x1x2xi32>
  %3:2 = "stablehlo.scatter"(%1, %1, %0, %2, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 2, 1]>}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>):
    %4 = stablehlo.add %arg0, %arg2 : tensor<i32>
    %5 = stablehlo.add %arg1, %arg3 : tensor<i32>
    stablehlo.return %4, %5 : tensor<i32>, tensor<i32>
  }) : (tensor<2x1x1x2xi32>, tensor<2x1x1x2xi32>, tensor<3x2xi32>, tensor<2x1x1x2xi32>, tensor<2x1x1x2xi32>) -> (tensor<2x1x1x2xi32>, tensor<2x1x1x2xi32>)
  check.expect_eq_const %3#0, dense<[[[[2, 1]]], [[[0, 0]]]]> : tensor<2x1x1x2xi32>
  return
}
