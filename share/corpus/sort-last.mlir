// Misread: the last dimension is sorted. After pytorch/pytorch#175187.
func.func @main() {
  %0 = stablehlo.constant dense<[[0.000000e+00, 0xFF800000]]> : tensor<1x2xf32>
  %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %2 = stablehlo.compare  LT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %expected0 = stablehlo.constant dense<[[0.000000e+00, 0xFF800000]]> : tensor<1x2xf32>
  check.expect_close %1, %expected0, max_ulp_difference = 0 : tensor<1x2xf32>, tensor<1x2xf32>
  return
}
