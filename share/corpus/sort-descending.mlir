// Misread: less for greater: a sort descends. After numpy/numpy#20778.
func.func @main() {
  %0 = stablehlo.constant dense<[[0, 1]]> : tensor<1x2xi32>
  %1 = "stablehlo.sort"(%0) ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
    %2 = stablehlo.compare  LT, %arg0, %arg1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<1x2xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %1, dense<[[0, 1]]> : tensor<1x2xi32>
  return
}
