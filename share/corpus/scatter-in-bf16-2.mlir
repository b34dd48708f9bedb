// Misread: elements are rounded to bf16, and so is what comes of them. After tenstorrent/tt-metal#37884.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<1xi32>
  %1 = stablehlo.constant dense<-1.893750e+01> : tensor<1xf32>
  %2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %3:3 = "stablehlo.scatter"(%1, %1, %1, %0, %2, %2, %2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
    %4 = stablehlo.add %arg0, %arg3 : tensor<f32>
    %5 = stablehlo.add %arg1, %arg4 : tensor<f32>
    %6 = stablehlo.add %arg2, %arg5 : tensor<f32>
    stablehlo.return %4, %5, %6 : tensor<f32>, tensor<f32>, tensor<f32>
  }) : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xi32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  check.expect_eq_const %3#0, dense<-1.893750e+01> : tensor<1xf32>
  return
}
