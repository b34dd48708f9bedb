# arguments.R - checks of what a caller gives, in R's own terms: one-based, with the argument's name and position.

# x as an integer vector of whole numbers, each at least `least`.
whole_numbers <- function(x, name, least = 1L, length = NULL) {
  if (is.null(x)) x <- integer(0)
  if (!is.numeric(x) || is.object(x))
    stop(sprintf("%s is of type %s, whole numbers are needed", name, typeof(x)), call. = FALSE)
  if (!is.null(length) && length(x) != length)
    stop(sprintf("%s has length %d, it must be %d", name, length(x), length), call. = FALSE)
  bad <- which(is.na(x) | x != floor(x) | x < least | x > .Machine$integer.max)
  if (length(bad) > 0L)
    stop(sprintf("%s[%d] is %s, it must be a whole number of at least %d", name, bad[1L], format(x[bad[1L]]), least),
         call. = FALSE)
  as.integer(x)
}

flag <- function(x, name) {
  if (!is.logical(x) || length(x) != 1L || is.na(x))
    stop(sprintf("%s must be TRUE or FALSE", name), call. = FALSE)
  x
}

# The six dimension arguments, in the order that the C side reads them; `names` are those the caller knows.
dimension_numbers <- function(window, dropped, operand_batch, indices_batch, map, vector, names) {
  list(whole_numbers(window, names[1L]), whole_numbers(dropped, names[2L]), whole_numbers(operand_batch, names[3L]),
       whole_numbers(indices_batch, names[4L]), whole_numbers(map, names[5L]),
       whole_numbers(vector, "index_vector_dim", length = 1L))
}

gather_numbers <- function(offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims,
                           start_index_map, index_vector_dim)
  dimension_numbers(offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims,
                    start_index_map, index_vector_dim,
                    c("offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims",
                      "start_index_map"))

scatter_numbers <- function(update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
                            scatter_dims_to_operand_dims, index_vector_dim)
  dimension_numbers(update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
                    scatter_dims_to_operand_dims, index_vector_dim,
                    c("update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims",
                      "scatter_dims_to_operand_dims"))

promises <- function(indices_are_sorted, unique_indices)
  c(flag(indices_are_sorted, "indices_are_sorted"), flag(unique_indices, "unique_indices"))

# An array's extents; a vector without dim has one dimension.
extents <- function(x) if (is.null(dim(x))) length(x) else dim(x)

gather <- function(operand, start_indices, slice_sizes, numbers, bounds = "clamp", promises = c(FALSE, FALSE))
  .Call(C_gather, operand, start_indices, slice_sizes, numbers, bounds, promises)

scatter <- function(input, scatter_indices, update, numbers, combiner = "replace", fun = NULL, bounds = "skip",
                    promises = c(FALSE, FALSE))
  .Call(C_scatter, input, scatter_indices, update, numbers, bounds, promises, combiner, fun)
