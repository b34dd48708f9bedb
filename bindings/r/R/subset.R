# subset.R - x[i, j, ...] and the assignment to it, in one pass over what is chosen. The C side asks this frame for each
# subscript, so that each is evaluated where it was written, whatever functions handed it on in their `...`.

nv_subset <- function(x, ...) {
  if (is.list(x) && is_followed(x)) return(followed_subset(x, ...))
  .Call(C_subset, x, environment())
}

nv_subset_assign <- function(x, ..., value) {
  if ((is.list(x) || is.list(value)) && (is_followed(x) || is_followed(value)))
    return(followed_subset_assign(x, ..., value = value))
  .Call(C_subset_assign, x, environment(), value)
}
