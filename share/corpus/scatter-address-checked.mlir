// Misread: bounds are checked of the address, not of each dimension: a row's end runs into the next. After tillahoffmann/jax-mps#240.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<1x1x3xi32>
  %1 = stablehlo.constant dense<0.000000e+00> : tensor<3x1x3x1xf32>
  %2 = stablehlo.constant dense<1.000000e+00> : tensor<1x1x3xf32>
  %3 = "stablehlo.scatter"(%1, %0, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1, 3], scatter_dims_to_operand_dims = [2, 1, 0], index_vector_dim = 2>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %4 = stablehlo.add %arg0, %arg1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<3x1x3x1xf32>, tensor<1x1x3xi32>, tensor<1x1x3xf32>) -> tensor<3x1x3x1xf32>
  check.expect_eq_const %3, dense<0.000000e+00> : tensor<3x1x3x1xf32>
  return
}
