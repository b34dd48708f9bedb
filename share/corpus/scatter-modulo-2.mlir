// Misread: an index out of range is taken modulo the extent. After cupy/cupy#10166.
func.func @main() {
  %0 = stablehlo.constant dense<[[[[0], [1]]]]> : tensor<1x1x2x1xi32>
  %1 = stablehlo.constant dense<[[[0]], [[2]]]> : tensor<2x1x1xi32>
  %2 = stablehlo.constant dense<0> : tensor<2x1x1xi32>
  %3 = "stablehlo.scatter"(%2, %1, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<2x1x1xi32>, tensor<2x1x1xi32>, tensor<1x1x2x1xi32>) -> tensor<2x1x1xi32>
  check.expect_eq_const %3, dense<0> : tensor<2x1x1xi32>
  return
}
