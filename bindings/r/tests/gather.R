# What a gather takes, by hand or by R's own subscripts.
library(garner)
none <- integer(0)
rows <- function(x, i) nvl_gather(x, i, c(1L, ncol(x)), 2L, 1L, none, none, 1L, 2L)
cells <- function(x, i) nvl_gather(x, i, 1L, none, 1L, none, none, 1L, length(dim(i)) + (is.null(dim(i))) + 1L)

# anvil's example: rows 1 and 3, printed as a plain matrix
r <- rows(matrix(1:9, nrow = 3), matrix(c(1L, 3L), ncol = 1))
stopifnot(identical(r, matrix(c(1L, 3L, 4L, 6L, 7L, 9L), nrow = 2)))
stopifnot(identical(capture.output(print(r)), c("     [,1] [,2] [,3]", "[1,]    1    4    7", "[2,]    3    6    9")))
stopifnot(identical(prim_gather(matrix(1:9, 3), c(1L, 3L), c(1L, 3L), 2L, 1L, none, none, 1L, 2L), r))

# every type of array
m <- matrix(1:9, nrow = 3)
for (type in c("integer", "double", "complex", "raw", "logical")) {
  x <- m
  storage.mode(x) <- type
  stopifnot("type is kept" = identical(rows(x, c(3L, 1L)), x[c(3, 1), ]))
}
stopifnot("NA in the operand moves as it is" = identical(rows(matrix(c(NA, 1L, 2L, NA), 2), 1L), matrix(c(NA, 2L), 1)),
          "so does NA among doubles" = identical(as.vector(cells(c(1, NA, NaN), c(2L, 3L))), c(NA, NaN)),
          "doubles are indices when whole" = identical(rows(m, c(1, 3)), r))

stopifnot("of a vector, what x[i] is" = identical(cells(c(5, 6, 7), c(3, 1)), c(5, 6, 7)[c(3, 1)]),
          "however the indices lie" = identical(nvl_gather(c(5, 6, 7), matrix(c(3L, 1L)), 1L, none, 1L, none, none, 1L, 2L), c(7, 5)))

# out of range: clamp(1, i, dim - slice + 1), for every value an index can have
x <- c(10, 20, 30, 40)
pair <- function(i) as.vector(nvl_gather(x, i, 2L, 1L, none, none, none, 1L, 1L))
stopifnot("past the end slides back" = identical(pair(9L), c(30, 40)), "zero starts at one" = identical(pair(0L), c(10, 20)),
          "the least integer starts at one" = identical(pair(-.Machine$integer.max), c(10, 20)),
          "so does a huge double" = identical(pair(-1e300), c(10, 20)), "on the other side too" = identical(pair(1e300), c(30, 40)))

# index vectors in the middle, permuted map, offset dims first, two-wide windows of a cube
cube <- array(1:60, c(3, 4, 5))
i <- array(c(1L, 2L, 1L, 3L), c(2, 2)) # vectors lie along dimension 1: (1, 2), (1, 3)
w <- nvl_gather(cube, i, c(2L, 1L, 2L), c(1L, 2L), 2L, none, none, c(3L, 1L), 1L)
stopifnot("permuted map: component 1 is dimension 3" = identical(dim(w), c(2L, 2L, 2L)))
stopifnot(identical(w[, , 1], cube[2:3, 1, 1:2]), identical(w[, , 2], cube[2:3, 1, 1:2])) # start 3 clamps to 2

# batching dims: the diagonal taken row by row
b <- nvl_gather(m, matrix(c(1L, 2L, 3L), 3, 1), c(1L, 1L), none, 2L, 1L, 1L, 2L, 2L)
stopifnot("row b takes its own column" = identical(as.vector(b), c(1L, 5L, 9L)))

# no dimension, and nothing
stopifnot("rank 0 is one element" = identical(cells(x, array(2L, 1))[1], 20),
          "a single vector leaves no dimension" = identical(nvl_gather(x, 3L, 1L, none, 1L, none, none, 1L, 1L), 30),
          "an operand without dimensions" = identical(nvl_gather(7, integer(0), none, none, none, none, none, none, 1L), 7),
          "no indices, no rows" = identical(rows(m, integer(0)), matrix(0L, 0, 3)))

# a long vector of doubles against R's subscripts
set.seed(1)
for (case in 1:20) {
  d <- sample(1:5, 3, replace = TRUE)
  a <- array(rnorm(prod(d)), d)
  i <- sample(-1:7, 6, replace = TRUE)
  got <- nvl_gather(a, i, c(d[1], 1L, d[3]), c(1L, 3L), 2L, none, none, 2L, 2L)
  stopifnot(identical(got, a[, pmin(pmax(i, 1), d[2]), , drop = FALSE]))
}
