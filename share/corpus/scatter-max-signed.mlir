// Misread: signed integers are read as unsigned, or unsigned as signed. After swiftlang/swift#91176.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<[32768, 1]> : tensor<2xui16>
  %2 = stablehlo.constant dense<0> : tensor<2xui16>
  %3 = "stablehlo.scatter"(%1, %0, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%arg0: tensor<ui16>, %arg1: tensor<ui16>):
    %4 = stablehlo.maximum %arg0, %arg1 : tensor<ui16>
    stablehlo.return %4 : tensor<ui16>
  }) : (tensor<2xui16>, tensor<i32>, tensor<2xui16>) -> tensor<2xui16>
  check.expect_eq_const %3, dense<[32768, 1]> : tensor<2xui16>
  return
}
