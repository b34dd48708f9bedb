// The last place, 299, does not fit the type of the indices; 200 is in range all the same. After openxla/xla#48718.
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<300xi32>
  %i = stablehlo.constant dense<[200]> : tensor<1xui8>
  %u = stablehlo.constant dense<[1000]> : tensor<1xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<300xi32>, tensor<1xui8>, tensor<1xi32>) -> tensor<300xi32>
  %s = stablehlo.slice %r [199:202] : (tensor<300xi32>) -> tensor<3xi32>
  check.expect_eq_const %s, dense<[199, 1200, 201]> : tensor<3xi32>
  return
}
