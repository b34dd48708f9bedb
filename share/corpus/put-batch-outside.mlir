// Within a batch an index out of range is dropped: it does not reach the next batch. After tillahoffmann/jax-mps#240.
func.func @main() {
  %x = stablehlo.constant dense<0> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[[3], [1]]> : tensor<2x1xi32>
  %u = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[0, 0, 0], [0, 8, 0]]> : tensor<2x3xi32>
  return
}
