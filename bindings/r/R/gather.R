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

# What anvil calls them since it became anvl 0.2, with the arguments of then; and since 0.4, where dimensions are axes and what
# is gathered from is x. Each argument of 0.2 that is not given is the one of 0.4 that took its place.
prim_gather <- nvl_gather
formals(prim_gather) <- alist(
  operand = x, start_indices = , slice_sizes = , offset_dims = offset_axes, collapsed_slice_dims = collapsed_slice_axes,
  operand_batching_dims = x_batching_axes, start_indices_batching_dims = start_indices_batching_axes, start_index_map = ,
  index_vector_dim = index_vector_axis, indices_are_sorted = FALSE, unique_indices = FALSE,
  x = , offset_axes = , collapsed_slice_axes = , x_batching_axes = , start_indices_batching_axes = , index_vector_axis = )

prim_scatter <- nvl_scatter
formals(prim_scatter) <- alist(
  input = x, scatter_indices = , update = , update_window_dims = update_window_axes, inserted_window_dims = inserted_window_axes,
  input_batching_dims = x_batching_axes, scatter_indices_batching_dims = scatter_indices_batching_axes,
  scatter_dims_to_operand_dims = scatter_axes_to_x_axes, index_vector_dim = index_vector_axis, indices_are_sorted = FALSE,
  unique_indices = FALSE, update_computation = update_fn, x = , update_window_axes = , inserted_window_axes = , x_batching_axes = ,
  scatter_indices_batching_axes = , scatter_axes_to_x_axes = , index_vector_axis = , update_fn = NULL)
