// Misread: an update out of range goes to the nearest place in range. After kasper0406/stablehlo-coreml#108.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<1x1x1x1xi32>
  %1 = stablehlo.constant dense<1> : tensor<1x1x1xi32>
  %2 = "stablehlo.scatter"(%1, %1, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1x1xi32>) -> tensor<1x1x1xi32>
  check.expect_eq_const %2, dense<1> : tensor<1x1x1xi32>
  return
}
