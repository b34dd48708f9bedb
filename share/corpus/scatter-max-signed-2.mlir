// Misread: signed integers are read as unsigned, or unsigned as signed. After swiftlang/swift#91176.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<2x1x2x2xi32>
  %1 = stablehlo.constant dense<0> : tensor<2x1xui16>
  %2 = stablehlo.constant dense<[[[1, 0], [0, 0]], [[32768, 0], [0, 0]]]> : tensor<2x2x2xui16>
  %3 = stablehlo.constant dense<[[[0, 0], [0, 32768]], [[0, 0], [0, 0]]]> : tensor<2x2x2xui16>
  %4:3 = "stablehlo.scatter"(%1, %1, %1, %0, %2, %2, %3) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%arg0: tensor<ui16>, %arg1: tensor<ui16>, %arg2: tensor<ui16>, %arg3: tensor<ui16>, %arg4: tensor<ui16>, %arg5: tensor<ui16>):
    %5 = stablehlo.minimum %arg0, %arg3 : tensor<ui16>
    %6 = stablehlo.minimum %arg1, %arg4 : tensor<ui16>
    %7 = stablehlo.minimum %arg2, %arg5 : tensor<ui16>
    stablehlo.return %5, %6, %7 : tensor<ui16>, tensor<ui16>, tensor<ui16>
  }) : (tensor<2x1xui16>, tensor<2x1xui16>, tensor<2x1xui16>, tensor<2x1x2x2xi32>, tensor<2x2x2xui16>, tensor<2x2x2xui16>, tensor<2x2x2xui16>) -> (tensor<2x1xui16>, tensor<2x1xui16>, tensor<2x1xui16>)
  check.expect_eq_const %4#2, dense<0> : tensor<2x1xui16>
  return
}
