# gather.R - nvl_gather and nvl_scatter, with anvil's names and arguments.

nvl_gather <- function(operand, start_indices, slice_sizes, offset_dims, collapsed_slice_dims, operand_batching_dims,
                       start_indices_batching_dims, start_index_map, index_vector_dim, indices_are_sorted = FALSE,
                       unique_indices = FALSE) {
  numbers <- gather_numbers(offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims,
                            start_index_map, index_vector_dim)
  gather(operand, start_indices, whole_numbers(slice_sizes, "slice_sizes", 0L), numbers, "clamp",
         promises(indices_are_sorted, unique_indices))
}

nvl_scatter <- function(input, scatter_indices, update, update_window_dims, inserted_window_dims, input_batching_dims,
                        scatter_indices_batching_dims, scatter_dims_to_operand_dims, index_vector_dim,
                        indices_are_sorted = FALSE, unique_indices = FALSE, update_computation = NULL) {
  numbers <- scatter_numbers(update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
                             scatter_dims_to_operand_dims, index_vector_dim)
  combiner <- choose_combiner(update_computation, typeof(input))
  scatter(input, scatter_indices, update, numbers, combiner$name, combiner$fun, "skip",
          promises(indices_are_sorted, unique_indices))
}

# What anvil calls them since it became anvl.
prim_gather <- nvl_gather
prim_scatter <- nvl_scatter
