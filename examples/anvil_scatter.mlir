// anvil's nvl_scatter, "the inverse" of its gather: rows 1 and 3 get something added. update_computation is any function
// of the value there and the update; "add" would say the same. examples/anvil_scatter.R is the same in R.
//
//   garner run examples/anvil_scatter.mlir
func.func @main() -> tensor<3x3xi32> {
  %input = nvl.constant(value = dense<[[1, 4, 7], [2, 5, 8], [3, 6, 9]]> : tensor<3x3xi32>) : () -> tensor<3x3xi32>
  %indices = nvl.constant(value = dense<[[1], [3]]> : tensor<2x1xi32>) : () -> tensor<2x1xi32>
  %update = nvl.constant(value = dense<[[10, 20, 30], [40, 50, 60]]> : tensor<2x3xi32>) : () -> tensor<2x3xi32>
  %r = nvl.scatter(%input, %indices, %update,
    update_window_dims = [2],
    inserted_window_dims = [1],
    input_batching_dims = [],
    scatter_indices_batching_dims = [],
    scatter_dims_to_operand_dims = [1],
    index_vector_dim = 2,
    update_computation = function(%old: tensor<i32>, %new: tensor<i32>) {
      %sum = nvl.add(%old, %new) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      nvl.return %sum : tensor<i32>
    }) : (tensor<3x3xi32>, tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %r, dense<[[11, 24, 37], [2, 5, 8], [43, 56, 69]]> : tensor<3x3xi32>
  return %r : tensor<3x3xi32>
}
