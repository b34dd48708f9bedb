func.func @main() {
  %x = nvl.iota(dim = 1, shape = [4], start = 10) : () -> tensor<4xi32>
  %i = nvl.constant(value = dense<[0, 4]> : tensor<2xui8>) : () -> tensor<2xui8>
  %g = nvl.gather(%x, %i, slice_sizes = [2], offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2) : (tensor<4xi32>, tensor<2xui8>) -> tensor<2x2xi32>
  %s = nvl.scatter(%x, %i, %g, update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2, update_computation = function(%a: tensor<i32>, %b: tensor<i32>) {
    %c = nvl.sub(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    nvl.return %c : tensor<i32>
  }) : (tensor<4xi32>, tensor<2xui8>, tensor<2x2xi32>) -> tensor<4xi32>
  %p = nvl.static_slice(%s, start_indices = [2], limit_indices = [4], strides = [2]) : (tensor<4xi32>) -> tensor<2xi32>
  return
}
