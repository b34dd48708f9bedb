// Misread: equal elements count as the other way round. After data-8/datascience#459.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<2xi32>
  %1 = stablehlo.constant dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>
  %2 = stablehlo.constant dense<false> : tensor<2xi1>
  %3:3 = "stablehlo.sort"(%0, %1, %2) <{is_stable = true}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i1>, %arg5: tensor<i1>):
    %4 = stablehlo.compare  LT, %arg0, %arg1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<2xi32>, tensor<2xf32>, tensor<2xi1>) -> (tensor<2xi32>, tensor<2xf32>, tensor<2xi1>)
  check.expect_eq_const %3#1, dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>
  return
}
