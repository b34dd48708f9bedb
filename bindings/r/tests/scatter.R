# What a scatter leaves, by hand.
library(garner)
none <- integer(0)
put <- function(x, i, u, f = NULL) as.vector(nvl_scatter(x, i, u, none, 1L, none, none, 1L, 2L, update_computation = f))
x <- c(10, 20, 30)

stopifnot("replace: the last one stays" = identical(put(x, c(1, 3, 3), c(1, 2, 3)), c(1, 20, 3)),
          "input is not changed" = identical(x, c(10, 20, 30)),
          "out of range is dropped" = identical(put(x, c(0, 4, -5, 2), c(1, 2, 3, 4)), c(10, 4, 30)),
          "no index is small enough to wrap" = identical(put(x, -.Machine$integer.max, 1), x),
          "prim_scatter does the same" = identical(body(prim_scatter), body(nvl_scatter)))

# names, functions of base R, and functions that are one of them in other words
i <- c(1, 3, 3)
u <- c(1, 2, 3)
sums <- c(11, 20, 35)
for (f in list("add", `+`, function(a, b) a + b, function(a, b) { b + a }, function(old, new) (old + new)))
  stopifnot("add" = identical(put(x, i, u, f), sums))
for (f in list("mul", `*`, function(a, b) a * b)) stopifnot("mul" = identical(put(x, i, u, f), c(10, 20, 180)))
for (f in list("min", pmin, min)) stopifnot("min" = identical(put(x, i, c(1, 40, 3), f), c(1, 20, 3)))
for (f in list("max", pmax, function(a, b) pmax(b, a))) stopifnot("max" = identical(put(x, i, c(1, 40, 3), f), c(10, 20, 40)))
stopifnot("replace in words" = identical(put(x, i, u, function(a, b) b), c(1, 20, 3)),
          "a name that means something else is called" =
            identical(local({ `+` <- function(a, b) a - b; put(x, i, u, function(a, b) a + b) }), c(9, 20, 25)))

# functions that R has to run, once for each update of one place and in order
stopifnot("a - b" = identical(put(x, i, u, function(a, b) a - b), c(9, 20, 25)),
          "a / 2 + b, in order" = identical(put(x, i, u, function(a, b) a / 2 + b), c(6, 20, 11.5)),
          "on integers" = identical(put(1:3, c(2L, 2L), 5:6, function(a, b) a + 10L * b), c(1L, 112L, 3L)),
          "on logicals" = identical(put(c(TRUE, TRUE), 1:2, c(TRUE, FALSE), function(a, b) !a | b), c(TRUE, FALSE)),
          "on complex numbers" = identical(put(1i, 1L, 2 + 0i, function(a, b) a - b), -2 + 1i),
          "on raw" = identical(put(as.raw(1:2), 2L, as.raw(5), function(a, b) rev(b)), as.raw(c(1, 5))))
seen <- 0
stopifnot("a scatter within a scatter" = identical(
  put(x, 1, 1, function(a, b) { seen <<- seen + 1; put(a, 1, b, "add") }), c(11, 20, 30)), seen == 1)

# windows, called a window at a time
m <- matrix(0, 3, 3)
lengths <- none
w <- nvl_scatter(m, c(2L, 4L), matrix(1:6 + 0, 2, 3), 2L, 1L, none, none, 1L, 2L,
                 update_computation = function(a, b) { lengths <<- c(lengths, length(a)); a - b })
stopifnot(identical(w, rbind(0, c(-1, -3, -5), 0)), identical(sum(lengths), 3L))
part <- nvl_scatter(m, matrix(c(2L, 3L), 1, 2), array(1:4 + 0, c(1, 2, 2)), 2:3, none, none, none, 1:2, 2L)
stopifnot("an update half outside is dropped by element" = identical(part, rbind(0, c(0, 0, 1), c(0, 0, 2))))

# types: integers wrap, logicals are or and and, raws are bytes, NA stays NA
big <- .Machine$integer.max
stopifnot("integers wrap" = identical(put(big, 1L, 2L, "add"), -big),
          "and" = identical(put(12L, 1L, 10L, bitwAnd), 8L), "xor" = identical(put(12L, 1L, 10L, "xor"), 6L),
          "logical add is or" = identical(put(c(FALSE, TRUE), 1:2, c(TRUE, TRUE), "add"), c(TRUE, TRUE)),
          "raw wraps at 256" = identical(put(as.raw(255), 1L, as.raw(2), "add"), as.raw(1)),
          "complex" = identical(put(1 + 2i, 1L, 3 - 1i, "mul"), (1 + 2i) * (3 - 1i)),
          "NA integer" = identical(put(c(NA, 1L, 2L), c(1L, 2L, 3L), c(1L, NA, 5L), "add"), c(NA, NA, 7L)),
          "NA double" = identical(put(c(NA, NaN, 2), 1:3, c(1, 1, 5), "add"), c(NA, NaN, 7)),
          "NA min" = identical(put(c(NA, 4, 2), 1:3, c(1, 1, 5), "min"), c(NA, 1, 2)),
          "NA | TRUE is TRUE" = identical(put(c(NA, NA), 1:2, c(TRUE, FALSE), "or"), c(TRUE, NA)),
          "NA & FALSE is FALSE" = identical(put(c(NA, NA), 1:2, c(TRUE, FALSE), "and"), c(NA, FALSE)),
          "NaN wins" = is.nan(put(1, 1L, NaN, "min")))

# a vector without dim and a rank of zero
stopifnot("a vector stays a vector" = identical(nvl_scatter(x, 2, 5, none, 1L, none, none, 1L, 2L), c(10, 5, 30)),
          identical(nvl_scatter(1, none, 5, none, none, none, none, none, 1L), 5),
          identical(dim(nvl_scatter(m, none, matrix(0, 0, 3), 2L, 1L, none, none, 1L, 2L)), c(3L, 3L)))
