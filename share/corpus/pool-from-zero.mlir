// Misread: a reduction begins with zero. After KhronosGroup/NNEF-Docs#18.
func.func @main() {
  %0 = stablehlo.constant dense<[-3.000000e+00, -2.000000e+00, -4.000000e+00]> : tensor<3xf32>
  %1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = "stablehlo.reduce_window"(%0, %1) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %3 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %2, dense<[-3.000000e+00, -2.000000e+00, -2.000000e+00]> : tensor<3xf32>
  return
}
