// Of a window that is partly outside the rest counts. After openxla/stablehlo#1561.
func.func @main() {
  %x = stablehlo.constant dense<0> : tensor<4xi32>
  %i = stablehlo.constant dense<[0, 3]> : tensor<2xi32>
  %u = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<4xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[1, 2, 0, 3]> : tensor<4xi32>
  return
}
