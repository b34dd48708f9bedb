// Misread: the bits of floats are compared, as integers. After NVIDIA/libcudacxx#279.
func.func @main() {
  %0 = stablehlo.constant dense<[[[-1.000000e+00, 0.000000e+00]]]> : tensor<1x1x2xf32>
  %1 = stablehlo.constant dense<0> : tensor<1x2xi32>
  %2 = stablehlo.constant dense<1.000000e+00> : tensor<1x2xf32>
  %3 = "stablehlo.scatter"(%2, %1, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %4 = stablehlo.minimum %arg0, %arg1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<1x2xf32>, tensor<1x2xi32>, tensor<1x1x2xf32>) -> tensor<1x2xf32>
  check.expect_eq_const %3, dense<[[-1.000000e+00, 0.000000e+00]]> : tensor<1x2xf32>
  return
}
