// Misread: the bits of floats are compared, as integers. After NVIDIA/libcudacxx#279.
func.func @main() {
  %0 = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  %1 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %2 = stablehlo.constant dense<[0.000000e+00, -1.000000e+00]> : tensor<2xf32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %4 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<2xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %3, dense<1.000000e+00> : tensor<2xf32>
  return
}
