// Misread: of NaN and a number the number stays. After tensorflow/tensorflow#127626.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
  %2 = stablehlo.constant dense<0x7FC00000> : tensor<2xf32>
  %3 = "stablehlo.scatter"(%1, %0, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %4 = stablehlo.minimum %arg0, %arg1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<2xf32>, tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
  %expected0 = stablehlo.constant dense<0x7FC00000> : tensor<2xf32>
  check.expect_close %3, %expected0, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  return
}
