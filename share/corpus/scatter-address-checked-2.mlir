// Misread: bounds are checked of the address, not of each dimension: a row's end runs into the next. After tillahoffmann/jax-mps#240.
func.func @main() {
  %0 = stablehlo.constant dense<0.000000e+00> : tensor<1x1x2x2x1xf32>
  %1 = stablehlo.constant dense<1.000000e+00> : tensor<2x2x2x1xf32>
  %2 = stablehlo.constant dense<1> : tensor<2x2x2x1xi32>
  %3 = "stablehlo.scatter"(%1, %2, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], input_batching_dims = [0, 1], scatter_indices_batching_dims = [1, 2], scatter_dims_to_operand_dims = [2, 3]>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<2x2x2x1xf32>, tensor<2x2x2x1xi32>, tensor<1x1x2x2x1xf32>) -> tensor<2x2x2x1xf32>
  check.expect_eq_const %3, dense<1.000000e+00> : tensor<2x2x2x1xf32>
  return
}
