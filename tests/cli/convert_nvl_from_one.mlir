// Indices at the edges of their types, counted from 1; nothing is known of them before the run. Expected values by anvil's
// reference: a gather clamps to [1, 4], a scatter drops (NV-2, NV-4).
func.func @main() {
  %x = nvl.constant(value = dense<[10, 20, 30, 40]> : tensor<4xi32>) : () -> tensor<4xi32>
  %c0 = nvl.constant(value = dense<[-9223372036854775808, 0, 1, 4, 5, 9223372036854775807]> : tensor<6xi64>) : () -> tensor<6xi64>
  %c1 = nvl.constant(value = dense<[0, 1, 4, 5, 9223372036854775808, 18446744073709551615]> : tensor<6xui64>) : () -> tensor<6xui64>
  %c2 = nvl.constant(value = dense<[-128, 0, 1, 4, 5, 127]> : tensor<6xi8>) : () -> tensor<6xi8>
  %c3 = nvl.constant(value = dense<[0, 1, 2, 4, 5, 4294967295]> : tensor<6xui32>) : () -> tensor<6xui32>
  %i:4 = "stablehlo.optimization_barrier"(%c0, %c1, %c2, %c3) : (tensor<6xi64>, tensor<6xui64>, tensor<6xi8>, tensor<6xui32>) -> (tensor<6xi64>, tensor<6xui64>, tensor<6xi8>, tensor<6xui32>)
  %u = nvl.constant(value = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>) : () -> tensor<6xi32>
  %g0 = nvl.gather(%x, %i#0, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
    start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2) : (tensor<4xi32>, tensor<6xi64>) -> tensor<6xi32>
  check.expect_eq_const %g0, dense<[10, 10, 10, 40, 40, 40]> : tensor<6xi32>
  %s0 = nvl.scatter(%x, %i#0, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
    scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
    update_computation = "add") : (tensor<4xi32>, tensor<6xi64>, tensor<6xi32>) -> tensor<4xi32>
  check.expect_eq_const %s0, dense<[13, 20, 30, 44]> : tensor<4xi32>
  %g1 = nvl.gather(%x, %i#1, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
    start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2) : (tensor<4xi32>, tensor<6xui64>) -> tensor<6xi32>
  check.expect_eq_const %g1, dense<[10, 10, 40, 40, 40, 40]> : tensor<6xi32>
  %s1 = nvl.scatter(%x, %i#1, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
    scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
    update_computation = "add") : (tensor<4xi32>, tensor<6xui64>, tensor<6xi32>) -> tensor<4xi32>
  check.expect_eq_const %s1, dense<[12, 20, 30, 43]> : tensor<4xi32>
  %g2 = nvl.gather(%x, %i#2, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
    start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2) : (tensor<4xi32>, tensor<6xi8>) -> tensor<6xi32>
  check.expect_eq_const %g2, dense<[10, 10, 10, 40, 40, 40]> : tensor<6xi32>
  %s2 = nvl.scatter(%x, %i#2, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
    scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
    update_computation = "add") : (tensor<4xi32>, tensor<6xi8>, tensor<6xi32>) -> tensor<4xi32>
  check.expect_eq_const %s2, dense<[13, 20, 30, 44]> : tensor<4xi32>
  %g3 = nvl.gather(%x, %i#3, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
    start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2) : (tensor<4xi32>, tensor<6xui32>) -> tensor<6xi32>
  check.expect_eq_const %g3, dense<[10, 10, 20, 40, 40, 40]> : tensor<6xi32>
  %s3 = nvl.scatter(%x, %i#3, %u, update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [],
    scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2,
    update_computation = "add") : (tensor<4xi32>, tensor<6xui32>, tensor<6xi32>) -> tensor<4xi32>
  check.expect_eq_const %s3, dense<[12, 23, 30, 44]> : tensor<4xi32>
  return
}
