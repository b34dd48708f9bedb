// Misread: a negative index counts from the end. After vllm-project/tpu-inference#3334.
func.func @main() {
  %0 = stablehlo.constant dense<-1> : tensor<2xi32>
  %1 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<2x1x1xcomplex<f64>>
  %2 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<1x1xcomplex<f64>>
  %3:3 = "stablehlo.scatter"(%1, %1, %1, %0, %2, %2, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%arg0: tensor<complex<f64>>, %arg1: tensor<complex<f64>>, %arg2: tensor<complex<f64>>, %arg3: tensor<complex<f64>>, %arg4: tensor<complex<f64>>, %arg5: tensor<complex<f64>>):
    %4 = stablehlo.add %arg0, %arg3 : tensor<complex<f64>>
    %5 = stablehlo.add %arg1, %arg4 : tensor<complex<f64>>
    %6 = stablehlo.add %arg2, %arg5 : tensor<complex<f64>>
    stablehlo.return %4, %5, %6 : tensor<complex<f64>>, tensor<complex<f64>>, tensor<complex<f64>>
  }) : (tensor<2x1x1xcomplex<f64>>, tensor<2x1x1xcomplex<f64>>, tensor<2x1x1xcomplex<f64>>, tensor<2xi32>, tensor<1x1xcomplex<f64>>, tensor<1x1xcomplex<f64>>, tensor<1x1xcomplex<f64>>) -> (tensor<2x1x1xcomplex<f64>>, tensor<2x1x1xcomplex<f64>>, tensor<2x1x1xcomplex<f64>>)
  check.expect_eq_const %3#1, dense<(0.000000e+00,0.000000e+00)> : tensor<2x1x1xcomplex<f64>>
  return
}
