// Misread: the updates' memory is read with their first dimension as the fastest. After pytorch/pytorch#175191.
func.func @main() {
  %0 = stablehlo.constant dense<0.000000e+00> : tensor<2x1xf32>
  %1 = stablehlo.constant dense<0> : tensor<2x1x1xi32>
  %2 = stablehlo.constant dense<[[[0.000000e+00, 0.000000e+00]], [[1.000000e+00, 1.000000e+00]]]> : tensor<2x1x2xf32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %4 = stablehlo.add %arg0, %arg1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<2x1xf32>, tensor<2x1x1xi32>, tensor<2x1x2xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %3, dense<1.000000e+00> : tensor<2x1xf32>
  return
}
