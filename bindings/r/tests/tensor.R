# The programs of anvil's document, as they are written there and with what it prints; then tensors by hand.
library(garner)
none <- integer(0)
prints <- function(expr, ...) {
  got <- capture.output(print(expr))
  if (!identical(got, c(...))) stop("expected\n", paste(c(...), collapse = "\n"), "\nin place of\n", paste(got, collapse = "\n"))
}

# Gather rows 1 and 3 from a 3x3 matrix
prints(jit_eval({
  operand <- nv_tensor(matrix(1:9, nrow = 3))
  indices <- nv_tensor(matrix(c(1L, 3L), ncol = 1))
  nvl_gather(
    operand, indices,
    slice_sizes = c(1L, 3L),
    offset_dims = 2L,
    collapsed_slice_dims = 1L,
    operand_batching_dims = integer(0),
    start_indices_batching_dims = integer(0),
    start_index_map = 1L,
    index_vector_dim = 2L
  )
}), "AnvilTensor", " 1 4 7", " 3 6 9", "[ CPUi32{2,3} ] ")
stopifnot("what jit_eval names stays in it" = !exists("operand") && !exists("indices"))

# "clamp(1, start_index, nv_shape(operand) - slice_sizes + 1)" and "ndims(start_indices) + 1"
operand <- nv_tensor(c(10L, 20L, 30L, 40L))
start <- nv_tensor(c(-5L, 2L, 4L, 9L))
sizes <- 2L
moved <- pmin(pmax(1L, as_array(start)), nv_shape(operand) - sizes + 1L)
two <- function(i) nvl_gather(operand, i, sizes, 2L, none, none, none, 1L, ndims(start) + 1L)
stopifnot(identical(two(start), two(nv_tensor(moved))))
prints(two(start), "AnvilTensor", " 10 20", " 20 30", " 30 40", " 30 40", "[ CPUi32{4,2} ] ")

# one tensor makes a tensor, plain arrays stay plain
m <- matrix(1:9, nrow = 3)
rows <- function(x, i) nvl_gather(x, i, c(1L, 3L), 2L, 1L, none, none, 1L, 2L)
stopifnot(identical(as_array(rows(nv_tensor(m), 1:2)), m[1:2, ]), identical(rows(nv_tensor(m), 1:2), rows(m, nv_tensor(1:2))),
          is.null(attr(rows(m, 1:2), "class")), inherits(rows(m, nv_tensor(1:2)), "AnvilTensor"))
put <- function(x, i, u) nvl_scatter(x, i, u, none, 1L, none, none, 1L, 2L)
stopifnot(identical(put(nv_tensor(1:3), 2L, 9L), nv_tensor(c(1L, 9L, 3L))), identical(put(1:3, 2L, nv_tensor(9L)), nv_tensor(c(1L, 9L, 3L))),
          identical(nvl_gather_grad(nv_tensor(c(1, 2)), c(5, 6), 1:2, 1L, none, 1L, none, none, 1L, 2L), nv_tensor(c(1, 2))),
          identical(nvl_scatter_grad(nv_tensor(c(1, 2)), c(5, 6), 1L, 9, none, 1L, none, none, 1L, 2L)$input, nv_tensor(c(0, 2))))

# shapes and types
stopifnot(identical(nv_shape(nv_tensor(m)), c(3L, 3L)), identical(nv_shape(nv_tensor(5)), 1L), identical(nv_shape(nv_scalar(5)), none),
          identical(nv_shape(1:4), 4L), identical(ndims(nv_scalar(1)), 0L), identical(ndims(m), 2L),
          identical(as_array(nv_tensor(m)), m), identical(as_array(m), m), identical(as.array(nv_tensor(m)), m),
          identical(nv_tensor(1:6, shape = c(2L, 3L)), nv_tensor(matrix(1:6, 2))), identical(nv_tensor(0, shape = c(2, 2)), nv_tensor(matrix(0, 2, 2))),
          identical(dtype(nv_tensor(1L)), "i32"), identical(dtype(1), "f64"), identical(dtype(TRUE), "bool"),
          identical(dtype(1i), "complex<f64>"), identical(dtype(raw(1)), "ui8"),
          identical(nv_tensor(c(1, 2), dtype = "i32"), nv_tensor(1:2)), identical(nv_tensor(0:1, dtype = "pred"), nv_tensor(c(FALSE, TRUE))))
says <- function(expr, part) {
  message <- tryCatch({ expr; "no error" }, error = conditionMessage)
  if (!grepl(part, message, fixed = TRUE)) stop("expected '", part, "' in: ", message)
}
says(nv_tensor(c(1, 1.5), dtype = "i32"), "data[2] is 1.5, which i32 does not hold")
says(nv_tensor(1, dtype = "f32"), "dtype is f32, R's arrays are bool, i32, f64, complex<f64>, ui8")
says(nv_tensor(1:5, shape = c(2, 3)), "data has 5 elements, shape [2, 3] has 6")
says(nv_tensor("a"), "data is of type character")
says(nv_tensor(Sys.Date()), "data is of class Date")
says(nv_tensor(factor("a")), "not meaningful for factors: data is one")
says(nv_tensor(1, device = "cuda"), "device is cuda")
says(nv_scalar(1:2), "data has 2 elements, a scalar has one")
says(dtype("a"), "x is of type character")

# printing
prints(nv_tensor(1:3), "AnvilTensor", " 1", " 2", " 3", "[ CPUi32{3} ] ")
prints(nv_scalar(5L), "AnvilTensor", " 5", "[ CPUi32{} ] ")
prints(nv_tensor(rbind(c(-9L, 10L), c(NA, 100L))), "AnvilTensor", "  -9  10", "  NA 100", "[ CPUi32{2,2} ] ")
prints(nv_tensor(c(3, -4)), "AnvilTensor", "  3", " -4", "[ CPUf64{2} ] ")
prints(nv_tensor(c(0.5, 1.25, NaN, Inf, -Inf)), "AnvilTensor", " 0.5000", " 1.2500", "    nan", "    inf", "   -inf", "[ CPUf64{5} ] ")
prints(nv_tensor(c(1.5, 2e6)), "AnvilTensor", " 1.5000e+00", " 2.0000e+06", "[ CPUf64{2} ] ")
prints(nv_tensor(c(TRUE, FALSE)), "AnvilTensor", " 1", " 0", "[ CPUbool{2} ] ")
prints(nv_tensor(as.raw(c(1, 255))), "AnvilTensor", "   1", " 255", "[ CPUui8{2} ] ")
prints(nv_tensor(array(1:12, c(2, 2, 3))), "AnvilTensor", "(1,.,.) =", "  1  5  9", "  3  7 11", "", "(2,.,.) =", "  2  6 10", "  4  8 12",
       "[ CPUi32{2,2,3} ] ")
cube <- array(1:24, c(2, 3, 2, 2))
stopifnot(identical(format(nv_tensor(cube))[9:11], c("(1,3,.,.) =", "  5 17", " 11 23")))
prints(nv_tensor(matrix(0L, 0, 3)), "AnvilTensor", "[ CPUi32{0,3} ] ")
stopifnot(length(capture.output(print(nv_tensor(1:100)))) == 33L, length(capture.output(print(nv_tensor(1:100), max_rows = -1))) == 102L)

# subscripts as anvil has them: a:b keeps, a scalar drops, tensors clamp and are skipped, what is left out is whole
x <- nv_tensor(matrix(1:12, nrow = 3, byrow = TRUE))
t12 <- matrix(1:12, nrow = 3, byrow = TRUE)
same <- function(tensor, plain) stopifnot(inherits(tensor, "AnvilTensor"), identical(as_array(tensor), plain))
same(x[1, ], array(1:4)); same(x[1, 2], 2L); same(x[array(1), 2:3], t12[1, 2:3, drop = FALSE])
same(x[array(c(1, 3)), 2:3], t12[c(1, 3), 2:3]); same(x[2:2, ], t12[2, , drop = FALSE]); same(x[array(c(2, 2)), ], t12[c(2, 2), ])
same(x[array(c(2, 2))], t12[c(2, 2), ]); same(x[], t12); same(x[-1, 1], array(c(5L, 9L)))
same(x[nv_tensor(-1L), nv_tensor(100L)], matrix(4L)); same(x[nv_scalar(9L), nv_scalar(0L)], 9L); same(x[nv_tensor(c(1, 4)), 1], array(c(1L, 9L)))
says(x[4, 1], "Index 4 is out of bounds for dimension of size 3")
says(x[1, 1, 1], "3 subscripts are given, the array has 2 dimensions")
says(x[nv_tensor(1.5), 1], "subscript 1[1] is 1.5")
y <- x; y[, 3] <- nv_tensor(-(1:3)); same(y, { p <- t12; p[, 3] <- -(1:3); p })
y <- x; y[, 3] <- -99L; same(y, { p <- t12; p[, 3] <- -99L; p })
y <- x; y[2] <- nv_tensor(1:4); same(y, { p <- t12; p[2, ] <- 1:4; p })
says({ y <- x; y[, 3] <- c(1.5, 2.5, 3.5) }, "value is double and x is integer")
says({ y <- x; y[, 3] <- 1:2 }, "value has shape [2], the selection has shape [3]")
y <- nv_tensor(1:5); y[nv_tensor(c(1L, 100L, 3L))] <- nv_tensor(c(-1L, -2L, -3L)); same(y, array(c(-1L, 2L, -3L, 4L, 5L)))
same(x * 2L, t12 * 2L); same(sum(x), 78L); same(max(x), 12L)

# hlo_gather: the program by StableHLO's own syntax, counted from 0
stopifnot(identical(capture.output(print(hlo_gather(m, matrix(c(1L, 3L), ncol = 1), c(1L, 3L), 2L, 1L, none, none, 1L, 2L))), c(
  "func.func @main(%operand: tensor<3x3xi32>, %start_indices: tensor<2x1xi32>) -> tensor<2x3xi32> {",
  "  %one = stablehlo.constant dense<1> : tensor<2x1xi32>",
  "  %start = stablehlo.subtract %start_indices, %one : tensor<2x1xi32>",
  "  %result = \"stablehlo.gather\"(%operand, %start) <{",
  "    dimension_numbers = #stablehlo.gather<",
  "      offset_dims = [1],",
  "      collapsed_slice_dims = [0],",
  "      start_index_map = [0],",
  "      index_vector_dim = 1>,",
  "    slice_sizes = array<i64: 1, 3>,",
  "    indices_are_sorted = false",
  "  }> : (tensor<3x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>",
  "  return %result : tensor<2x3xi32>",
  "}")))
text <- hlo_gather(nv_tensor(m + 0), c(1, 2, 3), c(1L, 1L), none, 2L, 1L, 1L, 2L, 2L, indices_are_sorted = TRUE)
stopifnot(grepl("operand_batching_dims = [0],\n      start_indices_batching_dims = [0],", text, fixed = TRUE),
          grepl("(tensor<3x3xf64>, tensor<3xi64>) -> tensor<3xf64>", text, fixed = TRUE), grepl("indices_are_sorted = true", text, fixed = TRUE),
          grepl("tensor<f64>", hlo_gather(1, none, none, none, none, none, none, none, 1L), fixed = TRUE))
says(hlo_gather(m, 1L, c(1L, 4L), 2L, 1L, none, none, 1L, 2L), "slice_sizes[2] is 4")
