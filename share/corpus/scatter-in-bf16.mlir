// Misread: elements are rounded to bf16, and so is what comes of them. After tenstorrent/tt-metal#37884.
func.func @main() {
  %0 = stablehlo.constant dense<5.110000e+02> : tensor<1xf32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<1xf32>, tensor<i32>, tensor<f32>) -> tensor<1xf32>
  check.expect_eq_const %3, dense<5.110000e+02> : tensor<1xf32>
  return
}
