// Misread: each index is one too large. After iree-org/iree#24584.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<2xi32>
  %1 = stablehlo.constant dense<1> : tensor<2xi32>
  %2 = stablehlo.constant dense<0> : tensor<1x2xi32>
  %3:3 = "stablehlo.scatter"(%2, %2, %2, %0, %1, %1, %1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
    %4 = stablehlo.xor %arg0, %arg3 : tensor<i32>
    %5 = stablehlo.xor %arg1, %arg4 : tensor<i32>
    %6 = stablehlo.xor %arg2, %arg5 : tensor<i32>
    stablehlo.return %4, %5, %6 : tensor<i32>, tensor<i32>, tensor<i32>
  }) : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>)
  check.expect_eq_const %3#0, dense<1> : tensor<1x2xi32>
  return
}
