// Misread: what each update alone would change is added up. After tracel-ai/burn-onnx#487.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<2xi32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.constant dense<> : tensor<2x0xi32>
  %3:3 = "stablehlo.scatter"(%1, %1, %1, %2, %0, %0, %0) <{scatter_dimension_numbers = #stablehlo.scatter<index_vector_dim = 1>}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
    %4 = stablehlo.minimum %arg0, %arg3 : tensor<i32>
    %5 = stablehlo.minimum %arg1, %arg4 : tensor<i32>
    %6 = stablehlo.minimum %arg2, %arg5 : tensor<i32>
    stablehlo.return %4, %5, %6 : tensor<i32>, tensor<i32>, tensor<i32>
  }) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2x0xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %3#0, dense<0> : tensor<i32>
  return
}
