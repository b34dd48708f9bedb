# ops.R - what base R's operators and functions make of tensors: R's values, of the shape and class that a tensor has.

# The operators that give truth values.
truth_operators <- c("==", "!=", "<", "<=", ">", ">=", "&", "|")

is_single <- function(x) length(x) == 1L && (is.null(dim(x)) || !is_tensor(x))

# The operators of tensors and of values that gradient() follows. Where one side is a tensor and the other is followed, R asks for
# one method that both classes have: .onLoad registers this function for both.
operator <- function(e1, e2) {
  if (is_followed(e1) || !missing(e2) && is_followed(e2))
    return(if (missing(e2)) followed_sign(.Generic, e1) else followed_operator(.Generic, e1, e2))
  if (missing(e2)) return(as_tensor(get(.Generic, baseenv())(as_array(e1)), class(e1)))
  operator_of_tensors(.Generic, e1, e2)
}

.onLoad <- function(libname, pkgname) for (class in c("AnvilTensor", "AnvilBox")) registerS3method("Ops", class, operator)

operator_of_tensors <- function(name, e1, e2) {
  if (!is_single(e1) && !is_single(e2) && !identical(as.integer(nv_shape(e1)), as.integer(nv_shape(e2))))
    refuse("the sides of %s have shapes [%s] and [%s], they must be equal, or one of them a single value", name,
           toString(nv_shape(e1)), toString(nv_shape(e2)), up = 2L)
  whole <- if (is_single(e1)) e2 else e1
  y <- get(name, baseenv())(as.vector(as_array(e1)), as.vector(as_array(e2)))
  dim(y) <- if (is_single(whole) || is_tensor(whole)) dim(whole) else nv_shape(whole)
  as_tensor(y, tensor_class(e1, e2))
}

# Functions whose values run along a vector: R's own make a vector of any array.
running_functions <- c("cumsum", "cumprod", "cummax", "cummin")

Math.AnvilTensor <- function(x, ...) {
  if (.Generic %in% running_functions && ndims(x) > 1L)
    refuse("%s is of tensors with one dimension, x has %d", .Generic, ndims(x))
  y <- get(.Generic, baseenv())(as.vector(as_array(x)), ...)
  dim(y) <- dim(x)
  as_tensor(y, class(x))
}

Summary.AnvilTensor <- function(..., na.rm = FALSE) {
  values <- list(...)
  class <- do.call(tensor_class, values)
  y <- do.call(.Generic, c(lapply(values, as_array), na.rm = na.rm))
  if (length(y) > 1L) dim(y) <- length(y) # range
  as_tensor(y, class)
}

mean.AnvilTensor <- function(x, ...) as_tensor(mean(as.vector(as_array(x)), ...), class(x))

t.AnvilTensor <- function(x) {
  if (ndims(x) > 2L) refuse("t is of tensors with at most two dimensions, x has %d; aperm is of any", ndims(x))
  if (ndims(x) < 2L) x else as_tensor(t(as_array(x)), class(x))
}

aperm.AnvilTensor <- function(a, perm = NULL, ...) as_tensor(aperm(as_array(a), perm, ...), class(a))

rev.AnvilTensor <- function(x) {
  if (ndims(x) > 1L) refuse("rev is of tensors with one dimension, x has %d", ndims(x))
  y <- rev(as.vector(as_array(x)))
  dim(y) <- dim(x)
  as_tensor(y, class(x))
}

# ---- products of matrices ----------------------------------------------------------------------------------------

# A matrix times a matrix, with a leading batch in both or none, as anvl's nv_matmul has it for two dimensions.
nv_matmul <- function(lhs, rhs) {
  if (is_followed(lhs) || is_followed(rhs)) return(followed_matmul(lhs, rhs))
  a <- nv_shape(lhs)
  b <- nv_shape(rhs)
  if (length(a) != 2L || length(b) != 2L)
    refuse("lhs has %d dimensions and rhs has %d, a product is of two matrices", length(a), length(b))
  if (a[2L] != b[1L]) refuse("lhs has %.0f columns and rhs has %.0f rows, they must be equal", a[2L], b[1L])
  class <- tensor_class(lhs, rhs)
  y <- base::`%*%`(as_array(lhs), as_array(rhs))
  if (is.null(class)) y else as_tensor(y, class)
}

# From R 4.3 on base R's %*% asks for methods of the group matrixOps. Before, it has none for classes like this one, and the
# package exports its own.
matrixOps.AnvilTensor <- function(x, y) nv_matmul(x, y)
matrixOps.AnvilBox <- matrixOps.AnvilTensor
`%*%` <- function(x, y) if (is_tensor(x) || is_tensor(y) || is_followed(x) || is_followed(y)) nv_matmul(x, y) else base::`%*%`(x, y)

# ---- choices -----------------------------------------------------------------------------------------------------

# base R's ifelse on values that gradient() follows and on tensors; of anything else it is base R's.
ifelse <- function(test, yes, no) {
  if (is_followed(yes) || is_followed(no) || is_followed(test)) return(followed_ifelse(test, yes, no))
  class <- tensor_class(test, yes, no)
  if (is.null(class)) return(base::ifelse(test, yes, no))
  as_tensor(base::ifelse(as_array(test), as_array(yes), as_array(no)), class)
}

nv_ifelse <- function(pred, true_value, false_value) ifelse(pred, true_value, false_value)
