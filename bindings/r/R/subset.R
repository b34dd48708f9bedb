# subset.R - x[i, j, ...] as one gather, and the assignment to it as one scatter.

# Positions left by a mask: one truth value for each position.
mask_positions <- function(mask, d, n) {
  if (length(mask) != n)
    stop(sprintf("subscript %d has %d truth values, the dimension has %d positions", d, length(mask), n), call. = FALSE)
  if (anyNA(mask)) stop(sprintf("subscript %d is NA at %d, TRUE or FALSE is needed", d, which(is.na(mask))[1L]), call. = FALSE)
  which(mask)
}

# Positions left when some are taken out: each is in range, and none is positive.
without_positions <- function(out, d, n) {
  gone <- whole_numbers(-out, sprintf("-(subscript %d)", d))
  check_positions(gone, n)
  setdiff(seq_len(n), gone)
}

check_positions <- function(at, n)
  if (any(at > n))
    stop(sprintf("Index %d is out of bounds for dimension of size %d", at[at > n][1L], n), call. = FALSE)

# What stands at each dimension: NULL where the argument is missing (all of it), else positions; a single number drops
# its dimension unless it is an array. A mask, or positions to leave out, keep theirs.
subset_plan <- function(x, selectors) {
  shape <- extents(x)
  if (length(selectors) != length(shape))
    stop(sprintf("%d subscripts are given, the array has %d dimensions", length(selectors), length(shape)), call. = FALSE)
  lapply(seq_along(shape), function(d) {
    sel <- selectors[[d]]
    if (is.null(sel)) return(list(at = NULL, drop = FALSE))
    if (is.logical(sel) && !is.object(sel)) return(list(at = mask_positions(sel, d, shape[d]), drop = FALSE))
    if (is.numeric(sel) && !anyNA(sel) && any(sel < 0)) return(list(at = without_positions(sel, d, shape[d]), drop = FALSE))
    at <- whole_numbers(sel, sprintf("subscript %d", d))
    check_positions(at, shape[d])
    list(at = at, drop = length(at) == 1L && is.null(dim(sel)))
  })
}

# The selectors of a call: a missing one becomes NULL.
selectors_of <- function(args, env) {
  lapply(args, function(a) if (identical(a, quote(expr = ))) NULL else eval(a, env))
}

# Dimension numbers, indices and shapes of the selection: one index vector for each combination of the positions given;
# dimensions left whole are windows, and come first in the dense tensor.
subset_numbers <- function(x, plan) {
  shape <- extents(x)
  given <- which(!vapply(plan, function(p) is.null(p$at), NA))
  whole <- setdiff(seq_along(shape), given)
  counts <- vapply(plan[given], function(p) length(p$at), 1L)
  grid <- do.call(expand.grid, lapply(plan[given], `[[`, "at"))
  indices <- array(as.integer(unlist(grid)), c(counts, length(given)))
  sizes <- shape
  sizes[given] <- 1L
  dense <- c(whole, given) # operand dimension of each dense dimension
  kept <- which(!vapply(plan, `[[`, NA, "drop"))
  list(numbers = list(seq_along(whole), given, integer(0), integer(0), given, length(given) + 1L), indices = indices,
       sizes = as.integer(sizes), order = order(dense), shape = c(shape[whole], counts)[order(dense)], kept = kept)
}

nv_subset <- function(x, ...) {
  args <- as.list(substitute(list(...)))[-1L]
  s <- subset_numbers(x, subset_plan(x, selectors_of(args, parent.frame())))
  r <- aperm(gather(x, s$indices, s$sizes, s$numbers), s$order)
  if (length(s$kept) == 0L) as.vector(r) else array(r, s$shape[s$kept])
}

nv_subset_assign <- function(x, ..., value) {
  args <- as.list(substitute(list(...)))[-1L]
  s <- subset_numbers(x, subset_plan(x, selectors_of(args, parent.frame())))
  if (length(value) != 1L && !identical(as.integer(extents(value)), as.integer(s$shape[s$kept])))
    stop(sprintf("value has shape [%s], the selection has shape [%s]", toString(extents(value)), toString(s$shape[s$kept])),
         call. = FALSE)
  update <- aperm(array(value, s$shape), order(s$order))
  scatter(x, s$indices, update, s$numbers)
}
