# gather.R - nvl_gather and nvl_scatter, with anvil's names and arguments. The C side checks the arguments, so that an error
# carries the call of these functions; a value that gradient() follows goes to R/gradient.R.

nvl_gather <- function(operand, start_indices, slice_sizes, offset_dims, collapsed_slice_dims, operand_batching_dims,
                       start_indices_batching_dims, start_index_map, index_vector_dim, indices_are_sorted = FALSE,
                       unique_indices = FALSE) {
  if (is.list(operand) && is_followed(operand))
    return(followed_gather(operand, start_indices, slice_sizes, offset_dims, collapsed_slice_dims, operand_batching_dims,
                           start_indices_batching_dims, start_index_map, index_vector_dim))
  .Call(C_gather, operand, start_indices, slice_sizes, offset_dims, collapsed_slice_dims, operand_batching_dims,
        start_indices_batching_dims, start_index_map, index_vector_dim, indices_are_sorted, unique_indices, NULL)
}

nvl_scatter <- function(input, scatter_indices, update, update_window_dims, inserted_window_dims, input_batching_dims,
                        scatter_indices_batching_dims, scatter_dims_to_operand_dims, index_vector_dim,
                        indices_are_sorted = FALSE, unique_indices = FALSE, update_computation = NULL) {
  if ((is.list(input) || is.list(update)) && (is_followed(input) || is_followed(update)))
    return(followed_scatter(input, scatter_indices, update,
                            list(update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
                                 scatter_dims_to_operand_dims, index_vector_dim), update_computation))
  if (is.function(update_computation)) update_computation <- known_combiner(update_computation, typeof(input))
  .Call(C_scatter, input, scatter_indices, update, update_window_dims, inserted_window_dims, input_batching_dims,
        scatter_indices_batching_dims, scatter_dims_to_operand_dims, index_vector_dim, indices_are_sorted, unique_indices,
        update_computation, NULL)
}

# What anvil calls them since it became anvl.
prim_gather <- nvl_gather
prim_scatter <- nvl_scatter
