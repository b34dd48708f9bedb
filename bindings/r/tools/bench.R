# bench.R - what a call of the R package costs on few elements, and subscripts on many beside base R's own.
#
#   Rscript bindings/r/tools/bench.R [LIBRARY]      LIBRARY: where the package is installed, if not in the usual place
#
# Times are the least of several rounds, in turn for both sides of a comparison; peaks are of R's heap, without what is there before.
where <- commandArgs(TRUE)
library(garner, lib.loc = if (length(where) > 0L) where)
none <- integer(0)
set.seed(1)

# Microseconds of one call, over `n` calls.
each <- function(f, n = 1e5, rounds = 5) {
  f <- compiler::cmpfun(f)
  f(1000)
  min(vapply(seq_len(rounds), function(k) system.time(f(n))[["elapsed"]], 0)) / n * 1e6
}
x <- c(1:16) + 0
m <- matrix(x, 4)
i <- sample(16L)
four <- 4:1
t <- nv_tensor(m)
calls <- list(
  "nvl_gather" = function(n) for (k in 1:n) nvl_gather(x, i, 1L, none, 1L, none, none, 1L, 2L),
  "nvl_scatter" = function(n) for (k in 1:n) nvl_scatter(x, i, x, none, 1L, none, none, 1L, 2L),
  "nvl_scatter, \"add\"" = function(n) for (k in 1:n) nvl_scatter(x, i, x, none, 1L, none, none, 1L, 2L, update_computation = "add"),
  "nv_subset" = function(n) for (k in 1:n) nv_subset(m, four, four),
  "tensor[four, four]" = function(n) for (k in 1:n) t[four, four],
  "nv_subset_assign" = function(n) for (k in 1:n) nv_subset_assign(m, four, four, value = 1),
  "base m[four, four]" = function(n) for (k in 1:n) m[four, four])
cat("16 elements, us a call\n")
for (name in names(calls)) cat(sprintf("  %-22s %6.2f\n", name, each(calls[[name]])))

both <- function(ours, base, rounds = 7) {
  seconds <- vapply(seq_len(rounds), function(k) c(system.time(ours())[["elapsed"]], system.time(base())[["elapsed"]]), c(0, 0))
  apply(seconds, 1L, min) * 1e3
}
peak <- function(f) {
  before <- sum(gc(reset = TRUE)[, 2L])
  kept <- f()
  sum(gc()[, 6L]) - before
}
n <- 3000
x <- matrix(runif(n * n), n)
xi <- matrix(seq_len(n * n), n)
i <- sample(n, 2500)
j <- sample(n, 2500)
cube <- array(runif(200 * 300 * 100), c(200, 300, 100))
a <- sample(200, 150)
b <- sample(300, 250)
d <- sample(100, 90)
cases <- list(
  "x[i, j], doubles" = list(function() nv_subset(x, i, j), function() x[i, j]),
  "x[i, j], integers" = list(function() nv_subset(xi, i, j), function() xi[i, j]),
  "x[i, ]" = list(function() nv_subset(x, i, ), function() x[i, ]),
  "x[, j]" = list(function() nv_subset(x, , j), function() x[, j]),
  "cube[a, b, d]" = list(function() nv_subset(cube, a, b, d), function() cube[a, b, d]),
  "x[i, j] <- 0" = list(function() nv_subset_assign(x, i, j, value = 0), function() { y <- x; y[i, j] <- 0; y }))
cat("many elements                 ms    base   ratio   peak MB    base\n")
for (name in names(cases)) {
  ours <- cases[[name]][[1L]]
  base <- cases[[name]][[2L]]
  stopifnot(identical(ours(), base()))
  ms <- both(ours, base)
  cat(sprintf("  %-22s %7.1f %7.1f %7.2f %9.0f %7.0f\n", name, ms[1L], ms[2L], ms[1L] / ms[2L], peak(ours), peak(base)))
}
