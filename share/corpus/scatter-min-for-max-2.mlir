// Misread: minimum instead of maximum. After kokkos/kokkos#5045.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<1x2x2xi32>
  %1 = stablehlo.constant dense<0.000000e+00> : tensor<1x1x1xf32>
  %2 = stablehlo.constant dense<[[[[-1.000000e+00, 0.000000e+00]]]]> : tensor<1x1x1x2xf32>
  %3 = "stablehlo.scatter"(%1, %0, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %4 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<1x1x1xf32>, tensor<1x2x2xi32>, tensor<1x1x1x2xf32>) -> tensor<1x1x1xf32>
  check.expect_eq_const %3, dense<0.000000e+00> : tensor<1x1x1xf32>
  return
}
