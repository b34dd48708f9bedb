// Misread: an index past the end becomes the last in range. After vllm-project/tpu-inference#3334.
func.func @main() {
  %0 = stablehlo.constant dense<[[[1, -1]]]> : tensor<1x1x2xi32>
  %1 = stablehlo.constant dense<0> : tensor<1x1xi32>
  %2 = stablehlo.constant dense<[[[1, 0], [0, -1]]]> : tensor<1x2x2xi32>
  %3 = "stablehlo.scatter"(%1, %2, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
    %4 = stablehlo.add %arg0, %arg1 : tensor<i32>
    stablehlo.return %4 : tensor<i32>
  }) : (tensor<1x1xi32>, tensor<1x2x2xi32>, tensor<1x1x2xi32>) -> tensor<1x1xi32>
  check.expect_eq_const %3, dense<0> : tensor<1x1xi32>
  return
}
