# What anvil's names are since it is called anvl, ops that keep the class, and stablehlo's own form of hlo_gather.
library(garner)
none <- integer(0)
m <- matrix(1:9, nrow = 3)
says <- function(expr, part) {
  message <- tryCatch({ expr; "no error" }, error = conditionMessage)
  if (!grepl(part, message, fixed = TRUE)) stop("expected '", part, "' in: ", message)
}
prints <- function(x, ...) stopifnot(identical(capture.output(print(x)), c(...)))
is_like <- function(x, values, shape, class = c("AnvlArray", "AnvilTensor"))
  stopifnot(identical(class(x), class), identical(as.vector(as_array(x)), values), identical(as.integer(nv_shape(x)), as.integer(shape)))

# nv_array prints under its own name, and so does what comes of it; nv_tensor as before
x <- nv_array(m)
prints(x, "AnvlArray", " 1 4 7", " 2 5 8", " 3 6 9", "[ CPUi32{3,3} ] ")
prints(nv_tensor(1:2), "AnvilTensor", " 1", " 2", "[ CPUi32{2} ] ")
prints(x[2, ], "AnvlArray", " 2", " 5", " 8", "[ CPUi32{3} ] ")
stopifnot(inherits(x, "AnvlArray"), inherits(x, "AnvilTensor"), !inherits(nv_tensor(m), "AnvlArray"),
          identical(class(nv_array(nv_tensor(1))), class(x)), identical(class(nv_scalar(nv_array(1))), class(x)),
          identical(shape(x), c(3L, 3L)), identical(naxes(x), 2L), identical(device(x), "cpu"), identical(platform(x), "cpu"),
          identical(shape(nv_scalar(1)), none), identical(dtype(x), "i32"))
says(device("a"), "x is of type character, which has no dtype")

# prim_gather and prim_scatter by the arguments of 0.2 and of 0.4
by_dims <- prim_gather(operand = x, start_indices = nv_array(matrix(c(1L, 3L))), slice_sizes = c(1L, 3L), offset_dims = 2L,
                       collapsed_slice_dims = 1L, operand_batching_dims = none, start_indices_batching_dims = none,
                       start_index_map = 1L, index_vector_dim = 2L)
by_axes <- prim_gather(x = x, start_indices = nv_array(matrix(c(1L, 3L))), slice_sizes = c(1L, 3L), offset_axes = 2L,
                       collapsed_slice_axes = 1L, x_batching_axes = none, start_indices_batching_axes = none,
                       start_index_map = 1L, index_vector_axis = 2L)
is_like(by_dims, c(1L, 3L, 4L, 6L, 7L, 9L), c(2, 3))
stopifnot(identical(by_dims, by_axes), identical(prim_gather(x, matrix(c(1L, 3L)), c(1L, 3L), 2L, 1L, none, none, 1L, 2L), by_dims))
put <- prim_scatter(x = nv_array(c(1, 2, 3)), scatter_indices = c(1L, 1L), update = c(10, 20), update_window_axes = none,
                    inserted_window_axes = 1L, x_batching_axes = none, scatter_indices_batching_axes = none,
                    scatter_axes_to_x_axes = 1L, index_vector_axis = 2L, update_fn = function(old, new) old + new)
is_like(put, c(31, 2, 3), 3)
stopifnot(identical(prim_scatter(nv_array(c(1, 2, 3)), c(1L, 1L), c(10, 20), none, 1L, none, none, 1L, 2L, update_computation = "add"), put))
says(prim_gather(x = x, start_indices = 1L, slice_sizes = c(1L, 3L), collapsed_slice_axes = 1L, x_batching_axes = none,
                 start_indices_batching_axes = none, start_index_map = 1L, index_vector_axis = 2L), "\"offset_axes\" is missing")

# operators keep class and shape; R's types
y <- nv_array(m + 0.5)
is_like(x + 1L, 2:10, c(3, 3)); is_like(1L - x, 0:-8, c(3, 3)); is_like(x * y, 1:9 * (1:9 + 0.5), c(3, 3)); is_like(-x, -(1:9), c(3, 3))
is_like(x / 2L, 1:9 / 2, c(3, 3)); is_like(x %% 2L, 1:9 %% 2L, c(3, 3)); is_like(x %/% 2L, 1:9 %/% 2L, c(3, 3)); is_like(x^2, (1:9)^2, c(3, 3))
is_like(x == 5L, 1:9 == 5L, c(3, 3)); is_like(x < y, rep(TRUE, 9), c(3, 3)); is_like(!(x > 5L), 1:9 <= 5L, c(3, 3)); is_like((x > 2L) & (x < 5L), 1:9 %in% 3:4, c(3, 3))
is_like(nv_scalar(2) * nv_array(c(1, 2)), c(2, 4), 2); is_like(nv_array(1:2) + nv_scalar(nv_array(1L)), 2:3, 2); is_like(nv_array(7L) + c(1L), 8L, 1)
is_like(nv_tensor(1:2) + nv_array(1:2), c(2L, 4L), 2); is_like(nv_tensor(1:2) + 1L, 2:3, 2, "AnvilTensor")
is_like(nv_tensor(1:2) + c(1L, 2L), c(2L, 4L), 2, "AnvilTensor"); is_like(c(1L, 2L) == nv_tensor(1:2), c(TRUE, TRUE), 2, "AnvilTensor")
is_like(nv_scalar(1) < 2, TRUE, none, "AnvilTensor")
says(x + nv_array(1:3), "the sides of + have shapes [3, 3] and [3], they must be equal, or one of them a single value")
says(nv_array(1:4) * 1:2, "shapes [4] and [2]")
says(nv_array(1:3) == nv_array(1L), "shapes [3] and [1]")
# functions
is_like(sqrt(nv_array(c(4, 9))), c(2, 3), 2); is_like(exp(nv_array(matrix(0, 2, 2))), rep(1, 4), c(2, 2)); is_like(round(nv_array(c(1.26, 2)), 1), c(1.3, 2), 2)
is_like(cumsum(nv_array(1:3)), c(1L, 3L, 6L), 3); says(cumsum(x), "cumsum is of tensors with one dimension, x has 2")
is_like(sum(x), 45L, none); is_like(range(x), c(1L, 9L), 2); is_like(mean(x), 5, none); is_like(max(nv_tensor(m)), 9L, none, "AnvilTensor")
is_like(t(x), as.vector(t(m)), c(3, 3)); is_like(t(nv_array(matrix(1:6, 2))), c(1L, 3L, 5L, 2L, 4L, 6L), c(3, 2)); is_like(t(nv_array(1:2)), 1:2, 2)
is_like(aperm(nv_array(array(1:24, 2:4)), c(3, 1, 2)), as.vector(aperm(array(1:24, 2:4), c(3, 1, 2))), c(4, 2, 3)); is_like(rev(nv_array(1:3)), 3:1, 3)
says(t(nv_array(array(1:8, c(2, 2, 2)))), "at most two dimensions"); says(rev(x), "rev is of tensors with one dimension")
# products: by hand, and base R's for the rest
is_like(nv_array(matrix(c(1, 2, 3, 4), 2)) %*% nv_array(matrix(c(1, 0, 1, 1), 2)), c(1, 2, 4, 6), c(2, 2))
is_like(nv_array(matrix(1:6, 2)) %*% matrix(1:3), as.vector(matrix(1:6, 2) %*% 1:3), c(2, 1)); is_like(m %*% nv_tensor(m), as.vector(m %*% m), c(3, 3), "AnvilTensor")
stopifnot(identical(m %*% m, base::`%*%`(m, m)), identical(nv_matmul(m, m), m %*% m), identical(1:3 %*% 1:3, base::`%*%`(1:3, 1:3)))
says(x %*% nv_array(1:3), "lhs has 2 dimensions and rhs has 1, a product is of two matrices")
says(x %*% nv_array(matrix(1:4, 2)), "lhs has 3 columns and rhs has 2 rows")
# choices
is_like(ifelse(x > 5L, x, 0L), c(0L, 0L, 0L, 0L, 0L, 6:9), c(3, 3)); is_like(nv_ifelse(nv_array(c(TRUE, FALSE)), 1, 2), c(1, 2), 2)
stopifnot(identical(ifelse(c(a = TRUE, b = NA), 1, 2), base::ifelse(c(a = TRUE, b = NA), 1, 2)), identical(ifelse(m > 2, m, 0L), base::ifelse(m > 2, m, 0L)))

# gradients of choices and products, by hand and by differences
stopifnot(identical(gradient(function(x) sum(ifelse(x > 1, x, 0)))(c(0.5, 2, 3)), list(x = c(0, 1, 1))),
          identical(gradient(function(x) sum(ifelse(c(TRUE, FALSE, TRUE), x, 5)))(2), list(x = 2)),
          identical(gradient(function(a, b) sum(ifelse(a > b, a * 2, b)))(c(1, 5), c(3, 4)), list(a = c(0, 2), b = c(1, 0))),
          "values that are used again and again" = identical(gradient(function(x) sum(ifelse(rep(TRUE, 5), x, 0)))(c(1, 2)), list(x = c(3, 2))),
          "a test that is NA chooses neither" = identical(gradient(function(x) { y <- ifelse(c(TRUE, NA), x, 0); sum(y[1]) })(c(1, 2)), list(x = c(1, 0))),
          identical(gradient(function(x) sum(ifelse(x > 1, x, 0)))(nv_array(c(0.5, 2))), list(x = nv_array(c(0, 1)))),
          identical(gradient(function(x) sum(abs(nv_ifelse(x < 0, x, 2 * x))))(c(-1, 3)), list(x = c(-1, 2))))
difference <- function(f, x, h = 1e-6) {
  d <- x
  for (k in seq_along(x)) { up <- x; up[k] <- x[k] + h; down <- x; down[k] <- x[k] - h; d[k] <- (f(up) - f(down)) / (2 * h) }
  d
}
set.seed(5)
a <- matrix(rnorm(6), 2); b <- matrix(rnorm(12), 3); w <- matrix(rnorm(8), 2)
stopifnot(all.equal(gradient(function(v) sum((v %*% b) * w))(a)$v, difference(function(v) sum((v %*% b) * w), a), tolerance = 1e-6),
          all.equal(gradient(function(v) sum((a %*% v) * w))(b)$v, difference(function(v) sum((a %*% v) * w), b), tolerance = 1e-6),
          all.equal(gradient(function(v) sum((v %*% v)^2))(a[, 1:2])$v, difference(function(v) sum((v %*% v)^2), a[, 1:2]), tolerance = 1e-6),
          all.equal(gradient(function(v) sum(ifelse(v > 0, v^2, sin(v)) * b))(b)$v, difference(function(v) sum(ifelse(v > 0, v^2, sin(v)) * b), b), tolerance = 1e-5))
tensors <- gradient(function(v) sum(nv_matmul(v, nv_array(b))))(nv_array(a))
stopifnot(identical(class(tensors$v), class(x)))

# stablehlo's hlo_gather: dimension numbers from 0, and indices as they are
numbers <- GatherDimensionNumbers(offset_dims = 1L, collapsed_slice_dims = 0L, start_index_map = 0L, index_vector_dim = 1L)
from_0 <- hlo_gather(m, matrix(c(0L, 2L)), numbers, c(1L, 3L), TRUE)
stopifnot(identical(capture.output(print(from_0)), c(
  "func.func @main(%operand: tensor<3x3xi32>, %start_indices: tensor<2x1xi32>) -> tensor<2x3xi32> {",
  "  %result = \"stablehlo.gather\"(%operand, %start_indices) <{",
  "    dimension_numbers = #stablehlo.gather<",
  "      offset_dims = [1],",
  "      collapsed_slice_dims = [0],",
  "      start_index_map = [0],",
  "      index_vector_dim = 1>,",
  "    slice_sizes = array<i64: 1, 3>,",
  "    indices_are_sorted = true",
  "  }> : (tensor<3x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>",
  "  return %result : tensor<2x3xi32>",
  "}")))
stopifnot(identical(hlo_gather(operand = m, start_indices = matrix(c(0L, 2L)), gather_dimension_numbers = numbers, slice_sizes = c(1L, 3L),
                               indices_are_sorted = TRUE), from_0),
          identical(hlo_gather(m, matrix(c(0L, 2L)), slice_sizes = c(1, 3), gather_dimension_numbers = numbers, indices_are_sorted = TRUE), from_0))
batched <- GatherDimensionNumbers(none, 1L, 0L, 0L, 1L, 2L)
stopifnot(grepl("operand_batching_dims = [0],\n      start_indices_batching_dims = [0],", hlo_gather(m, matrix(0L, 3, 4), batched, c(1, 1)), fixed = TRUE))
says(GatherDimensionNumbers(-1L, 0L, start_index_map = 0L, index_vector_dim = 1L), "offset_dims[1] is -1, it must be a whole number of at least 0")
says(GatherDimensionNumbers(1L, 0L, start_index_map = 0L, index_vector_dim = 1:2), "index_vector_dim has length 2")
says(hlo_gather(m, 1L, gather_dimension_numbers = list(), slice_sizes = 1L), "gather_dimension_numbers is of class list")
says(hlo_gather(m, matrix(0L), numbers, c(1L, 4L)), "slice_sizes[2] is 4")
