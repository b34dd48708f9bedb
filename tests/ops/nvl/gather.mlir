// nvl.gather: prim_gather with everything counted from 1 (NV-1 to NV-3). Expected values by anvil's reference and by hand.

// The example of the reference page: rows 1 and 3 of matrix(1:9, nrow = 3), whose rows are 1 4 7, 2 5 8, 3 6 9 (NV-10).
func.func @reference_page() {
  %operand = nvl.constant(value = dense<[[1, 4, 7], [2, 5, 8], [3, 6, 9]]> : tensor<3x3xi32>) : () -> tensor<3x3xi32>
  %indices = nvl.constant(value = dense<[[1], [3]]> : tensor<2x1xi32>) : () -> tensor<2x1xi32>
  %r = nvl.gather(%operand, %indices, slice_sizes = [1, 3], offset_dims = [2], collapsed_slice_dims = [1],
                  operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<3x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[1, 4, 7], [3, 6, 9]]> : tensor<2x3xi32>
  return
}

// index_vector_dim = ndims + 1: every element is an index vector of one component. Arguments in another order.
func.func @implicit_vectors() {
  %x = nvl.constant(value = dense<[10, 20, 30, 40]> : tensor<4xi16>) : () -> tensor<4xi16>
  %i = nvl.constant(value = dense<[[4, 1], [2, 2]]> : tensor<2x2xui8>) : () -> tensor<2x2xui8>
  %r = nvl.gather(%x, %i, index_vector_dim = 3, start_index_map = [1], offset_dims = [], collapsed_slice_dims = [1],
                  slice_sizes = [1], operand_batching_dims = [], start_indices_batching_dims = [], unique_indices = false)
       : (tensor<4xi16>, tensor<2x2xui8>) -> tensor<2x2xi16>
  check.expect_eq_const %r, dense<[[40, 10], [20, 20]]> : tensor<2x2xi16>
  return
}

// clamp(1, i, dim - slice + 1): windows of two of [10, 20, 30, 40] start at 1, 2 or 3.
func.func @out_of_range() {
  %x = nvl.constant(value = dense<[10, 20, 30, 40]> : tensor<4xi32>) : () -> tensor<4xi32>
  %i = nvl.constant(value = dense<[-5, 0, 1, 3, 4, 99]> : tensor<6xi64>) : () -> tensor<6xi64>
  %r = nvl.gather(%x, %i, slice_sizes = [2], offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<4xi32>, tensor<6xi64>) -> tensor<6x2xi32>
  check.expect_eq_const %r, dense<[[10, 20], [10, 20], [10, 20], [30, 40], [30, 40], [30, 40]]> : tensor<6x2xi32>
  return
}

// NV-2: the edges of the index types. anvil subtracts 1 in the type, where unsigned 0 and the least signed value become the
// greatest and take the last element; by the documented rule they take the first.
func.func @edges_of_types() {
  %x = nvl.constant(value = dense<[10, 20, 30, 40]> : tensor<4xi32>) : () -> tensor<4xi32>
  %u = nvl.constant(value = dense<[0, 255]> : tensor<2xui8>) : () -> tensor<2xui8>
  %s = nvl.constant(value = dense<[-128, 127]> : tensor<2xi8>) : () -> tensor<2xi8>
  %l = nvl.constant(value = dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>) : () -> tensor<2xi64>
  %v = nvl.constant(value = dense<[0, 18446744073709551615]> : tensor<2xui64>) : () -> tensor<2xui64>
  %a = nvl.gather(%x, %u, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<4xi32>, tensor<2xui8>) -> tensor<2xi32>
  %b = nvl.gather(%x, %s, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<4xi32>, tensor<2xi8>) -> tensor<2xi32>
  %c = nvl.gather(%x, %l, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<4xi32>, tensor<2xi64>) -> tensor<2xi32>
  %d = nvl.gather(%x, %v, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<4xi32>, tensor<2xui64>) -> tensor<2xi32>
  check.expect_eq_const %a, dense<[10, 40]> : tensor<2xi32>
  check.expect_eq_const %b, dense<[10, 40]> : tensor<2xi32>
  check.expect_eq_const %c, dense<[10, 40]> : tensor<2xi32>
  check.expect_eq_const %d, dense<[10, 40]> : tensor<2xi32>
  return
}

// Batching dims: row b of the operand by row b of the indices.
func.func @batching() {
  %x = nvl.constant(value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : () -> tensor<2x3xi32>
  %i = nvl.constant(value = dense<[[3, 1], [2, 2]]> : tensor<2x2xi32>) : () -> tensor<2x2xi32>
  %r = nvl.gather(%x, %i, slice_sizes = [1, 1], offset_dims = [], collapsed_slice_dims = [2], operand_batching_dims = [1],
                  start_indices_batching_dims = [1], start_index_map = [2], index_vector_dim = 3)
       : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[3, 1], [5, 5]]> : tensor<2x2xi32>
  return
}

// The names anvil's functions have had: one op.
func.func @other_names() {
  %x = nvl.constant(value = dense<[10, 20, 30]> : tensor<3xi32>) : () -> tensor<3xi32>
  %i = nvl.constant(value = dense<[3, 2]> : tensor<2xi32>) : () -> tensor<2xi32>
  %r = "prim_gather"(%x, %i) {slice_sizes = array<i64: 1>, offset_dims = array<i64>, collapsed_slice_dims = array<i64: 1>,
         operand_batching_dims = array<i64>, start_indices_batching_dims = array<i64>, start_index_map = array<i64: 1>,
         index_vector_dim = 2 : i64} : (tensor<3xi32>, tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[30, 20]> : tensor<2xi32>
  %s = prim_gather(%x, %i, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                   start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<3xi32>, tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq %s, %r : tensor<2xi32>
  return
}
