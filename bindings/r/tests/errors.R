# What is refused, and in which words.
library(garner)
none <- integer(0)
says <- function(expr, ...) {
  message <- tryCatch({ expr; "no error" }, error = conditionMessage)
  for (part in c(...)) if (!grepl(part, message, fixed = TRUE)) stop("expected '", part, "' in: ", message)
}
m <- matrix(1:9, 3)
take <- function(x = m, i = 1L, sizes = c(1L, 3L), offset = 2L, collapsed = 1L, map = 1L, ivd = 2L, ...)
  nvl_gather(x, i, sizes, offset, collapsed, none, none, map, ivd, ...)
put <- function(x, i, u, f = NULL) nvl_scatter(x, i, u, none, 1L, none, none, 1L, 2L, update_computation = f)

says(take(i = matrix(c(1L, NA), 2, 1)), "start_indices[2, 1] is NA")
says(take(i = c(1, NaN)), "start_indices[2] is NaN")
says(take(i = c(1, 2.5)), "start_indices[2] is 2.5", "whole number")
says(take(i = Inf), "start_indices[1] is Inf")
says(take(i = TRUE), "start_indices are of type logical")
# factors in base R's words, which say so of '+' and sum
says(take(i = factor("a")), "not meaningful for factors", "nvl_gather", "start_indices is one")
says(take(x = factor(c("a", "b"))), "not meaningful for factors", "operand is one")
says(prim_gather(factor("a"), 1L, 1L, none, 1L, none, none, 1L, 2L), "prim_gather", "not meaningful for factors")
says(take(sizes = factor(1:2)), "not meaningful for factors", "slice_sizes is one")
says(take(x = as.Date("2020-01-01")), "operand has class \"Date\"")
says(take(x = data.frame(a = 1)), "operand has class \"data.frame\"")
says(take(x = "a"), "operand is of type character", "raw array is needed")
says(take(x = list(1)), "operand is of type list")
says(take(offset = 0L), "offset_dims[1] is 0", "at least 1")
says(take(map = NA), "start_index_map is of type logical")
says(take(map = 1.5), "start_index_map[1] is 1.5")
says(take(ivd = 1:2), "index_vector_dim has length 2, it must be 1")
says(take(sizes = c(-1L, 3L)), "slice_sizes[1] is -1")
says(take(offset = Inf), "offset_dims[1] is Inf")
says(take(offset = NA_integer_), "offset_dims[1] is NA")

# every rule counts from 1
says(take(sizes = c(1L, 4L)), "slice_sizes[2] is 4, dimension 2 of operand has extent 3")
says(take(sizes = 1L), "slice_sizes has length 1, operand has 2 dimensions")
says(take(sizes = c(2L, 3L)), "slice_sizes[1] is 2, it must be 1: dimension 1 is in collapsed_slice_dims")
says(take(sizes = c(0L, 3L)), "slice_sizes[1] is 0, it must be 1: dimension 1 is in collapsed_slice_dims")
says(take(ivd = 7L), "index_vector_dim is 7, start_indices has 1 dimension, so it is 1 to 2")
says(take(collapsed = none), "offset_dims (1), collapsed_slice_dims (0) and operand_batching_dims (0) list 1 dimensions together, operand has 2")
says(take(map = 1:2), "start_index_map has length 2", "along index_vector_dim 2 has 1 component")
says(take(map = 3L), "start_index_map[1] is 3, operand has 2 dimensions")
says(take(offset = 3L), "offset_dims[1] is 3, the result has 2 dimensions")
says(take(sizes = c(3L, 3L), offset = 2:1, collapsed = none), "offset_dims[2] is 1 after 2, the dimensions must ascend without repeats")
says(take(offset = none, collapsed = 2:1), "collapsed_slice_dims[2] is 1 after 2, the dimensions must ascend")
says(take(offset = none, collapsed = c(1L, 1L)), "collapsed_slice_dims names dimension 1 twice")
says(take(collapsed = 3L), "collapsed_slice_dims[1] is 3, operand has 2 dimensions")
batched <- function(ob, ib, i = 1:3, map = 2L) nvl_gather(m, i, c(1L, 1L), none, setdiff(1:2, ob), ob, ib, map, 2L)
says(batched(1L, 1L, 1:2), "dimension 1 of operand has extent 3, dimension 1 of start_indices has 2")
says(batched(1L, 2L), "start_indices_batching_dims[1] is 2, start_indices has 1 dimension")
says(batched(1L, none), "operand_batching_dims has length 1, start_indices_batching_dims has length 0")
says(batched(1L, 1L, map = 1L), "start_index_map and operand_batching_dims both name dimension 1")
says(nvl_gather(m, matrix(1L, 3, 1), c(1L, 1L), none, 2L, 1L, 2L, 2L, 2L), "start_indices_batching_dims names dimension 2, which is index_vector_dim")
says(take(indices_are_sorted = NA), "indices_are_sorted must be TRUE or FALSE")
says(take(offset = 1:40), "offset_dims has 40 entries, at most 32")

says(put(1:3, 1L, 2), "input and update must have the same dtype: input is integer, update is double")
says(put(c(1, 2), c(1, NA), c(1, 2)), "scatter_indices[2] is NA")
says(put(c(1, 2), 1:2, c(1, 2, 3)), "dimension 1 of update has extent 3, dimension 1 of scatter_indices has 2: they must be equal")
says(put(c(1, 2), 1:2, matrix(1, 2, 2)), "update has 2 dimensions, scatter_indices and update_window_dims together ask for 1")
says(nvl_scatter(m, 1L, matrix(1:4, 1), 2L, 1L, none, none, 1L, 2L),
     "dimension 2 of update has extent 4, dimension 2 of input has 3: a window must fit")
says(put(1, 1, 1, "minus"), "\"minus\"", "replace, add, mul")
says(put(1, 1, 1, 7), "update_computation is of type double")
says(put(list(1), 1, 1), "type list")
says(put(1, 1, 1, "and"), "update_computation is \"and\" and input is double, it takes integers")
says(put(1, 1, 1, function(a, b) "x"), "returned character of length 1", "double")
says(put(1, 1, 1, function(a, b) c(a, b)), "returned double of length 2")
says(put(1, 1, 1, function(a, b) NULL), "returned NULL of length 0")
says(nvl_gather_grad(1:4, m, 1L, c(1L, 3L), 2L, 1L, none, none, 1L, 2L), "grad has shape [4], the result has shape [1, 3]")
says(nvl_scatter_grad(1, 1, 1, 1, none, 1L, none, none, 1L, 2L, update_computation = "and"), "there is no gradient")

# the call of an error is what the user wrote
calls <- function(expr) as.character(tryCatch(expr, error = conditionCall)[[1L]])
stopifnot(calls(nvl_gather(m, 1L, c(1L, 4L), 2L, 1L, none, none, 1L, 2L)) == "nvl_gather",
          calls(prim_gather(m, NA, c(1L, 3L), 2L, 1L, none, none, 1L, 2L)) == "prim_gather",
          calls(nvl_gather(m, 1L, c(1L, 3L), 0L, 1L, none, none, 1L, 2L)) == "nvl_gather",
          calls(nvl_gather(list(1), 1L, 1L, none, 1L, none, none, 1L, 2L)) == "nvl_gather",
          calls(nvl_scatter(1, 1, 1L, none, 1L, none, none, 1L, 2L)) == "nvl_scatter",
          calls(nvl_scatter(1, 1, 1, none, 1L, none, none, 1L, 2L, update_computation = "minus")) == "nvl_scatter",
          calls(nvl_scatter(1, 1, 1, none, 1L, none, none, 1L, 2L, update_computation = function(a, b) "x")) == "nvl_scatter",
          calls(nvl_gather_grad(1:4, m, 1L, c(1L, 3L), 2L, 1L, none, none, 1L, 2L)) == "nvl_gather_grad",
          calls(nvl_scatter_grad(1, 1, 1, 1, none, 1L, none, none, 1L, 2L, update_computation = "and")) == "nvl_scatter_grad",
          calls(nv_subset(m, 4, 1)) == "nv_subset", calls(nv_subset(m, factor("a"), 1)) == "nv_subset",
          calls(nv_subset(m, c(-1, 1), 1)) == "nv_subset", calls(nv_subset_assign(m, 4, 1, value = 1L)) == "nv_subset_assign",
          calls(nv_tensor("a")) == "nv_tensor", calls(nv_scalar(1:2)) == "nv_scalar", calls(nv_tensor(factor(1))) == "nv_tensor",
          calls(hlo_gather(m, 1L, c(1L, 4L), 2L, 1L, none, none, 1L, 2L)) == "hlo_gather")

# R's own conditions pass through a combiner unharmed, and the next call works
says(put(1, 1, 1, function(a, b) stop("from inside")), "from inside")
caught <- tryCatch(put(1, 1, 1, function(a, b) stop(structure(class = c("mine", "error", "condition"), list(message = "m", call = NULL)))),
                   mine = function(e) "its own class")
stopifnot(identical(caught, "its own class"))
warned <- withCallingHandlers(put(5, 1, 1, function(a, b) { warning("careful"); a - b }),
                              warning = function(w) { stopifnot(conditionMessage(w) == "careful"); invokeRestart("muffleWarning") })
stopifnot(identical(as.vector(warned), 4))
out <- (function() { put(1, 1, 1, function(a, b) { invokeRestart("leave") }); "not reached" })
stopifnot(identical(withRestarts(out(), leave = function() "left"), "left"))
for (k in 1:2000) try(put(1, 1, 1, function(a, b) stop("again")), silent = TRUE)
gctorture(TRUE)
stopifnot(identical(take(), m[1, , drop = FALSE]))
invisible(gctorture2(25))
stopifnot(identical(as.vector(put(c(1, 2), c(1, 2), c(5, 5), function(a, b) a - b)), c(-4, -3)))
gctorture(FALSE)
