// Misread: updates go into zeros, not into the operand. After tenstorrent/tt-metal#53386.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<1xi32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %2 = "stablehlo.scatter"(%0, %1, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<1xi32>, tensor<i32>, tensor<1xi32>) -> tensor<1xi32>
  check.expect_eq_const %2, dense<1> : tensor<1xi32>
  return
}
