# grad.R - gradients of gather and scatter: what reaches the result, sent back to where it came from.

# An array's extents; a vector without dim has one dimension.
extents <- function(x) if (is.null(dim(x))) length(x) else dim(x)

# grad as doubles (or complex numbers) of the shape `want`.
check_gradient <- function(grad, want) {
  if ((is.object(grad) && !is_tensor(grad)) || !(is.numeric(grad) || is.complex(grad)))
    refuse("grad is of type %s, an array of numbers is needed", typeof(grad), up = 2L)
  have <- extents(grad)
  if (!identical(as.integer(have), as.integer(want)) && !(length(want) <= 1L && length(grad) == 1L && prod(want) == 1))
    refuse("grad has shape [%s], the result has shape [%s]", toString(have), toString(want), up = 2L)
  if (is.integer(grad)) storage.mode(grad) <- "double"
  grad
}

# A plain array of x's extents; a vector stays a vector.
filled_like <- function(x, value) {
  r <- rep_len(as.vector(value), length(x))
  dim(r) <- dim(x)
  r
}

# r as a tensor where one of the others is.
tensor_like <- function(r, ...) {
  tensors <- Filter(is_tensor, list(...))
  class <- tensor_class(...)
  if (is.null(class)) return(r)
  scalar <- length(r) == 1L && any(vapply(tensors, function(x) is.null(dim(x)), NA))
  if (is.null(dim(r)) && !scalar) dim(r) <- length(r)
  as_tensor(r, class)
}

# The gradient goes where the value came from: the windows are clamped again, and values taken twice add up. The promise
# of unique indices is dropped, for two of them out of range may clamp to one place.
nvl_gather_grad <- function(grad, operand, start_indices, slice_sizes, offset_dims, collapsed_slice_dims,
                            operand_batching_dims, start_indices_batching_dims, start_index_map, index_vector_dim,
                            indices_are_sorted = FALSE, unique_indices = FALSE) {
  result <- .Call(C_gather, operand, start_indices, slice_sizes, offset_dims, collapsed_slice_dims, operand_batching_dims,
                  start_indices_batching_dims, start_index_map, index_vector_dim, indices_are_sorted, unique_indices, NULL)
  grad <- check_gradient(grad, extents(result))
  zeros <- filled_like(operand, vector(typeof(grad), 1L))
  sums <- if (length(grad) == 0L) zeros else
    .Call(C_scatter, zeros, start_indices, grad, offset_dims, collapsed_slice_dims, operand_batching_dims,
          start_indices_batching_dims, start_index_map, index_vector_dim, FALSE, FALSE, "add", "clamp")
  tensor_like(sums, grad, operand)
}

# For each element of update, the position in input (from 1, along the columns) that it meets; 0 where it is dropped.
# `numbers` are the six arguments from update_window_dims to index_vector_dim.
destinations <- function(input, scatter_indices, update, numbers) {
  if (length(update) == 0L) return(integer(0))
  rank <- length(numbers[[1L]]) + length(numbers[[2L]]) + length(numbers[[3L]])
  window <- setdiff(seq_len(rank), c(numbers[[2L]], numbers[[3L]]))
  sizes <- rep.int(1L, rank)
  sizes[window] <- as.integer(extents(update)[numbers[[1L]]])
  positions <- filled_like(input, as.double(seq_along(input)))
  as.vector(.Call(C_gather, positions, scatter_indices, sizes, numbers[[1L]], numbers[[2L]], numbers[[3L]], numbers[[4L]],
                  numbers[[5L]], numbers[[6L]], FALSE, FALSE, "fill"))
}

# Whether each element of update is the one that stays at its place: numbers are scattered in its stead and looked for.
# The order of updates is row-major, which R's own positions are not.
winners <- function(input, scatter_indices, update, numbers) {
  ids <- filled_like(update, as.double(seq_along(update)))
  left <- .Call(C_scatter, filled_like(input, 0), scatter_indices, ids, numbers[[1L]], numbers[[2L]], numbers[[3L]],
                numbers[[4L]], numbers[[5L]], numbers[[6L]], FALSE, FALSE, NULL, NULL)
  seq_along(update) %in% as.vector(left)
}

# Products of all other values of the same group, without dividing: one of them may be zero.
products_of_others <- function(values, group) {
  others <- rep_len(values[0L][1L] * 0 + 1, length(values))
  for (g in split(seq_along(values), group)) {
    n <- length(g)
    if (n == 1L) {
      others[g] <- 1
    } else {
      before <- cumprod(c(1, values[g[-n]]))
      after <- rev(cumprod(c(1, rev(values[g[-1L]]))))
      others[g] <- before * after
    }
  }
  others
}

# Gradient of each combiner: functions of the gradient g, the input x, the updates u that were not dropped, the place `at`
# that each of them met, the result y, and whether each update stayed last (evaluated by replace alone). They answer the
# gradients of x and of u.
scatter_gradients <- list(
  # The last update of a place stays; no other reaches the result.
  replace = function(g, x, u, at, y, last) {
    dx <- g
    dx[at] <- 0
    list(dx, ifelse(last, g[at], 0))
  },
  add = function(g, x, u, at, y, last) list(g, g[at]),
  mul = function(g, x, u, at, y, last) {
    product <- rep_len(1, length(x))
    for (place in split(seq_along(at), at)) product[at[place[1L]]] <- prod(u[place])
    list(g * product, g[at] * x[at] * products_of_others(u, at))
  },
  # Those that hold the result share the gradient evenly.
  min = function(g, x, u, at, y, last) {
    mine <- (x == y) + 0
    theirs <- (u == y[at]) + 0
    holders <- mine + tabulate(at[theirs == 1], length(x))
    share <- ifelse(holders > 0, g / pmax(holders, 1), 0)
    list(share * mine, share[at] * theirs)
  }
)
scatter_gradients$max <- scatter_gradients$min

nvl_scatter_grad <- function(grad, input, scatter_indices, update, update_window_dims, inserted_window_dims,
                             input_batching_dims, scatter_indices_batching_dims, scatter_dims_to_operand_dims,
                             index_vector_dim, indices_are_sorted = FALSE, unique_indices = FALSE,
                             update_computation = NULL) {
  if (is.function(update_computation)) update_computation <- known_combiner(update_computation, typeof(input))
  name <- if (is.null(update_computation)) "replace" else if (is.character(update_computation)) update_computation else "a function"
  rule <- scatter_gradients[[name[1L]]]
  if (is.null(rule) || !(is.numeric(input) || is.complex(input)))
    refuse("there is no gradient of a scatter with %s on %s; there is one for %s on numbers", name[1L], typeof(input),
           toString(names(scatter_gradients)))
  y <- .Call(C_scatter, input, scatter_indices, update, update_window_dims, inserted_window_dims, input_batching_dims,
             scatter_indices_batching_dims, scatter_dims_to_operand_dims, index_vector_dim, indices_are_sorted, unique_indices,
             update_computation, NULL)
  grad <- check_gradient(grad, extents(input))
  numbers <- list(update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
                  scatter_dims_to_operand_dims, index_vector_dim)
  to <- destinations(input, scatter_indices, update, numbers)
  kept <- which(to > 0)
  parts <- rule(as.vector(grad), as.vector(input), as.vector(update)[kept], to[kept], as.vector(y),
                winners(input, scatter_indices, update, numbers)[kept])
  d_update <- filled_like(update, vector(typeof(grad), 1L))
  d_update[kept] <- parts[[2L]]
  list(input = tensor_like(filled_like(input, parts[[1L]]), grad, input), update = tensor_like(d_update, grad, update))
}
