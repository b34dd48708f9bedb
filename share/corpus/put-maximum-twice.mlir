// The largest of the element and its two updates stays. After torch-spyre/torch-spyre#4351.
func.func @main() {
  %x = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %i = stablehlo.constant dense<[1, 1, 0]> : tensor<3xi32>
  %u = stablehlo.constant dense<[25, 22, 3]> : tensor<3xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<4xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[10, 25, 30, 40]> : tensor<4xi32>
  return
}
