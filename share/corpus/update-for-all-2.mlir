// Misread: the first update counts for all. After pytorch/pytorch#175191.
func.func @main() {
  %0 = stablehlo.constant dense<[[[1.000000e+00]], [[0.000000e+00]]]> : tensor<2x1x1xf32>
  %1 = stablehlo.constant dense<0.000000e+00> : tensor<1x1xf32>
  %2 = stablehlo.constant dense<0> : tensor<2x1x1xi32>
  %3 = "stablehlo.scatter"(%1, %2, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %4 = stablehlo.add %arg0, %arg1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<1x1xf32>, tensor<2x1x1xi32>, tensor<2x1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %3, dense<1.000000e+00> : tensor<1x1xf32>
  return
}
