# gradient(): by hand, and against differences.
library(garner)
none <- integer(0)
f <- function(a, b, x) a * x + b
g <- jit(gradient(f, wrt = c("a", "b")))(nv_scalar(1), nv_scalar(-2), nv_scalar(3))
stopifnot(identical(g, list(a = nv_scalar(3), b = nv_scalar(1))))
stopifnot(identical(gradient(function(x, y) sum(x * y))(c(1, 2), c(3, 4)), list(x = c(3, 4), y = c(1, 2))),
          identical(gradient(function(x, y) sum(x * y), wrt = 2L)(c(1, 2), c(3, 4)), list(y = c(1, 2))),
          identical(gradient(function(x, power) sum(x^power), wrt = "x")(c(1, 2, 3), power = 2L), list(x = c(2, 4, 6))),
          identical(value_and_gradient(function(x) sum(x * x))(nv_tensor(c(1, 2))), list(value = nv_scalar(5), grad = list(x = nv_tensor(c(2, 4))))),
          "used twice adds up" = identical(gradient(function(x) sum(x + x * 2))(c(1, 1)), list(x = c(3, 3))),
          "not used is zero" = identical(gradient(function(x, y) sum(x))(1, c(5, 6)), list(x = 1, y = c(0, 0))),
          "nothing of it reaches the value" = identical(gradient(function(x) 1)(c(5, 6)), list(x = c(0, 0))),
          "one value meets all" = identical(gradient(function(s, x) sum(s * x))(2, c(3, 4)), list(s = 7, x = c(2, 2))),
          "a tie of max is shared" = identical(gradient(function(x) max(x))(c(2, 5, 5)), list(x = c(0, 0.5, 0.5))))

# where a gather took, and a scatter put
take <- function(x) sum(nvl_gather(x, c(2, 2, 99), 1L, none, 1L, none, none, 1L, 2L) * c(1, 10, 100))
stopifnot(identical(gradient(take)(c(5, 6, 7)), list(x = c(0, 11, 100))), identical(gradient(take)(nv_tensor(c(5, 6, 7))), list(x = nv_tensor(c(0, 11, 100)))))
put <- function(x, u) sum(nvl_scatter(x, c(1, 3, 3, 9), u, none, 1L, none, none, 1L, 2L) * c(1, 10, 100))
stopifnot(identical(gradient(put)(c(5, 6, 7), c(1, 2, 3, 4)), list(x = c(0, 10, 0), u = c(1, 0, 100, 0))))

# each op against differences
difference <- function(f, x, h = 1e-6) {
  d <- x
  for (k in seq_along(x)) { up <- x; up[k] <- x[k] + h; down <- x; down[k] <- x[k] - h; d[k] <- (f(up) - f(down)) / (2 * h) }
  d
}
set.seed(3)
m <- matrix(runif(12, 0.5, 2), 3)
w <- matrix(rnorm(12), 3)
ops <- list(
  function(x) sum(exp(x) * w),
  function(x) sum(log(x) / (x + 1)),
  function(x) sum(sqrt(x)^3 - x),
  function(x) sum(2^x / w),
  function(x) prod(x),
  function(x) mean(x * w),
  function(x) sum(sin(x) * cos(x) + tanh(x) - abs(-x)),
  function(x) sum(cumsum(x) * w),
  function(x) sum(expm1(x) * log1p(x) + sinh(x) - cosh(x) + tan(x / 4)),
  function(x) sum(t(x) * t(w)),
  function(x) { dim(x) <- c(2, 6); sum(x[2, ] * w[1:6]) },
  function(x) sum(array(x, 12)[3:4] * w[1:2]),
  function(x) sum(pmax(x[2, ], 1) * w[1:4]),
  function(x) sum(x[x[, 1] > 1, ]),
  function(x) sum(aperm(x, c(2, 1)) * t(w)),
  function(x) sum(x[2, ] * x[3, ]),
  function(x) sum(x[c(1, 1, 3), -2]^2),
  function(x) sum(nv_subset(x, , array(2L)) * w[, 2]),
  function(x) { x[2, ] <- 0 * x[1, ]; sum(x * w) },
  function(x) { y <- x; y[1, 1] <- sum(x); sum(y * w) },
  function(x) sum(nv_subset_assign(w, c(1, 1), 2, value = x[2:3, 1]) * w),
  function(x) min(x) * max(x),
  function(x) sum(+x - -x),
  function(x) sum(nvl_scatter(x, c(1L, 1L), x[2:3, ], 2L, 1L, none, none, 1L, 2L, update_computation = `*`) * w)
)
for (k in seq_along(ops)) {
  got <- gradient(ops[[k]])(m)$x
  want <- difference(ops[[k]], m)
  if (!isTRUE(all.equal(got, want, tolerance = 1e-6))) stop("gradient of op ", k, ": ", toString(got), ", expected ", toString(want))
}

says <- function(expr, part) {
  message <- tryCatch({ expr; "no error" }, error = conditionMessage)
  if (!grepl(part, message, fixed = TRUE)) stop("expected '", part, "' in: ", message)
}
says(gradient(function(x) x)(c(1, 2)), "f gave 2 values, a gradient is of one")
says(gradient(function(x) sum(x))(1:2), "x is integer, a gradient is of doubles")
says(gradient(function(x) sum(x), wrt = "y")(1), "wrt names y, the arguments given are x")
says(gradient(function(x) sum(x), wrt = 2L)(1), "wrt names a position that f lacks")
says(gradient(function(x) sum(x %% 2))(1), "there is no gradient of %%")
says(gradient(function(x) sum(gamma(x)))(1), "there is no gradient of gamma")
says(gradient(function(x) sum(x[[1]]))(1), "there is no gradient of [[")
# what has no gradient is an error, and never a gradient of zero
for (f in list(function(x) sum(c(x, 1)), function(x) sum(as.numeric(x)), function(x) sum(rep(x, 2)), function(x) sum(unlist(x)),
               function(x) { s <- 0; for (v in x) s <- s + v; s }, function(x) max(x, 2),
               function(x) sum(vapply(x, function(v) v^2, 0))))
  stopifnot(inherits(try(gradient(f)(m), silent = TRUE), "try-error"))
says(gradient(function(x) sum(x + c(1, 2)))(c(1, 2, 3)), "shapes [3] and [2]")
says(gradient(function(x) sum(nvl_scatter(x, 1, 1, none, 1L, none, none, 1L, 2L, update_computation = function(a, b) a / b)))(1),
     "there is no gradient of a scatter with a function")
