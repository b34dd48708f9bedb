// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @return() {
  %x = nvl.constant(value = dense<[10, 20, 30]> : tensor<3xi32>) : () -> tensor<3xi32>
  %i = nvl.constant(value = dense<[3, 1, 3]> : tensor<3xi32>) : () -> tensor<3xi32>
  %u = nvl.constant(value = dense<[1, 2, 3]> : tensor<3xi32>) : () -> tensor<3xi32>
  %b = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
                   update_computation = function(%old: tensor<i32>, %new: tensor<i32>) {
                     %max = nvl.max(%old, %new) : (tensor<i32>, tensor<i32>) -> tensor<i32>
                     nvl.return %max : tensor<i32>
                   }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}
