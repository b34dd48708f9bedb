# Gradients: by hand where other systems go wrong, and against differences.
library(garner)
none <- integer(0)

g <- nvl_gather_grad(c(1, 10, 100, 1000), c(5, 6, 7), c(2, 2, 99, 0), 1L, none, 1L, none, none, 1L, 2L, unique_indices = TRUE)
stopifnot("taken twice adds up, clamped goes where it came from" = identical(as.vector(g), c(1000, 11, 100)))
both <- nvl_gather_grad(c(1, 10), c(5, 6, 7), c(98, 99), 1L, none, 1L, none, none, 1L, 2L, unique_indices = TRUE)
stopifnot("two out of range meet, whatever was promised" = identical(as.vector(both), c(0, 0, 11)))
stopifnot("nothing taken" = identical(as.vector(nvl_gather_grad(numeric(0), c(5, 6), none, 1L, none, 1L, none, none, 1L, 2L)), c(0, 0)))

back <- function(grad, x, i, u, f = NULL, ...)
  lapply(nvl_scatter_grad(grad, x, i, u, none, 1L, none, none, 1L, 2L, update_computation = f, ...), as.vector)
r <- back(c(1, 10, 100), c(5, 6, 7), c(1, 3, 3, 9, 0), c(1, 2, 3, 4, 5))
stopifnot("replaced input has none" = identical(r$input, c(0, 10, 0)),
          "only the last update of a place, none for the dropped" = identical(r$update, c(1, 0, 100, 0, 0)))
r <- back(c(1, 10, 100), c(5, 6, 7), c(1, 9), c(1, 2), unique_indices = TRUE)
stopifnot("dropped is zero under unique too" = identical(r$update, c(1, 0)))
r <- back(c(1, 10, 100), c(5, 6, 7), c(3, 3, 9), c(1, 2, 3), "add")
stopifnot(identical(r$input, c(1, 10, 100)), identical(r$update, c(100, 100, 0)))
r <- back(c(1, 10, 100), c(5, 6, 7), c(3, 3, 3, 9), c(2, 0, 4, 3), `*`)
stopifnot("a zero among the factors" = identical(r, list(input = c(1, 10, 0), update = c(0, 100 * 7 * 8, 0, 0))))
r <- back(c(12, 10), c(5, 6), c(1, 1, 2), c(5, 5, 9), "max")
stopifnot("ties share" = identical(r, list(input = c(4, 0), update = c(4, 4, 10))))

# differences, on windows partly outside and overlapping
num <- function(f, x, g) {
  d <- x
  for (k in seq_along(x)) { h <- x; h[k] <- x[k] + 1e-6; l <- x; l[k] <- x[k] - 1e-6; d[k] <- sum(g * (f(h) - f(l))) / 2e-6 }
  d
}
set.seed(2)
x <- array(rnorm(12), c(3, 4)); u <- array(rnorm(12), c(3, 2, 2)); gy <- array(rnorm(12), c(3, 4))
i <- matrix(c(1L, 2L, 3L, 2L, 3L, 4L), 3, 2)
for (f in c("replace", "add", "mul", "min", "max")) {
  y <- function(x, u) nvl_scatter(x, i, u, 2:3, none, none, none, 1:2, 2L, update_computation = f)
  d <- nvl_scatter_grad(gy, x, i, u, 2:3, none, none, none, 1:2, 2L, update_computation = f)
  stopifnot(all.equal(d$input, num(function(v) y(v, u), x, gy), tolerance = 1e-6),
            all.equal(d$update, num(function(v) y(x, v), u, gy), tolerance = 1e-6))
}
