# Subscripts against R's own.
library(garner)
x <- array(1:24, c(2, 3, 4))
stopifnot(identical(nv_subset(x, 1, 2, 3), x[1, 2, 3]),
          identical(nv_subset(x, , 2, ), x[, 2, ]),
          identical(nv_subset(x, 2:1, c(3, 1, 3), ), x[2:1, c(3, 1, 3), ]),
          identical(nv_subset(x, , array(2L), 4:2), x[, 2, 4:2, drop = FALSE]),
          identical(nv_subset(x, , , ), x),
          "one dimension left is x[i]" = identical(nv_subset(c(5, 6, 7), 2:3), c(6, 7)),
          identical(nv_subset(x, 1:2, 3, 4), x[1:2, 3, 4]), identical(nv_subset(array(4:6), 2:3), array(4:6)[2:3]))
j <- 2
stopifnot(identical((function(k) nv_subset(x, k, j, 1))(2), x[2, 2, 1]))
y <- x; y[2, c(1, 3), ] <- 0L
stopifnot(identical(nv_subset_assign(x, 2, c(1, 3), , value = 0L), y))
v <- matrix(101:108, 2, 4)
y <- x; y[2, c(1, 3), ] <- v
stopifnot(identical(nv_subset_assign(x, 2, c(1, 3), , value = v), y))
refused <- function(e) tryCatch({ e; "no error" }, error = conditionMessage)
stopifnot(refused(nv_subset(x, 3, 1, 1)) == "Index 3 is out of bounds for dimension of size 2",
          grepl("2 subscripts", refused(nv_subset(x, 1, 1))), grepl("has shape", refused(nv_subset_assign(x, 1, 1, , value = 1:3))))

# Masks and positions to leave out keep their dimension, whatever is left.
stopifnot(identical(nv_subset(x, , c(TRUE, FALSE, TRUE), ), x[, c(TRUE, FALSE, TRUE), ]),
          identical(nv_subset(x, , -2, ), x[, -2, ]),
          identical(nv_subset(x, 1, -c(1, 3), ), array(x[1, 2, ], c(1, 4))),
          identical(nv_subset(x, , rep(FALSE, 3), 1), array(integer(0), c(2, 0))))
y <- x; y[, c(FALSE, TRUE, TRUE), -1] <- 0L
stopifnot(identical(nv_subset_assign(x, , c(FALSE, TRUE, TRUE), -1, value = 0L), y),
          refused(nv_subset(x, -3, 1, 1)) == "Index 3 is out of bounds for dimension of size 2",
          refused(nv_subset(x, c(TRUE, FALSE, TRUE), 1, 1)) == "subscript 1 has 3 truth values, the dimension has 2 positions",
          refused(nv_subset(x, c(TRUE, NA), 1, 1)) == "NAs are not allowed in subscripts: subscript 1 is NA at 2",
          grepl("subscript 1[1] is 0", refused(nv_subset(x, 0, 1, 1)), fixed = TRUE))

# What base R says of the same mistakes stands in the messages.
base_says <- function(e) refused(e)
words <- function(ours, base) if (!grepl(base, ours, fixed = TRUE)) stop("expected '", base, "' in: ", ours)
words(refused(nv_subset(x, c(-1, 1), 1, 1)), base_says(x[c(-1, 1), 1, 1]))
words(refused(nv_subset(x, c(1, -1), 1, 1)), base_says(x[c(1, -1), 1, 1]))
words(refused(nv_subset(x, list(1), 1, 1)), base_says(x[list(1), 1, 1]))
words(refused(nv_subset(x, 1, 1)), base_says(x[1, 1]))
words(refused(nv_subset_assign(x, c(1, NA), 1, 1, value = 0L)), base_says({ y <- x; y[c(1, NA), 1, 1] <- 1:2 }))
words(refused(nv_subset(x, c(1, NA), 1, 1)), "NAs are not allowed in subscripts: subscript 1 is NA at 2")
words(refused(nv_subset(x, 1, c(NA, 2L), 1)), "subscript 2 is NA at 1")
words(refused(nv_subset(x, factor("b"), 1, 1)), "not meaningful for factors: subscript 1 is one")
words(refused(nv_subset(x, 1, 1.5, 1)), "subscript 2[1] is 1.5, it must be a whole number of at least 1")
words(refused(nv_subset(x, 1, 1, as.Date("2020-01-01"))), "invalid subscript type 'Date': subscript 3")
words(refused(nv_subset(x, 1, 1, 1:2, 1)), "4 subscripts are given, the array has 3 dimensions")
words(refused(nv_subset_assign(x, 1, 1, 1, value = 1.5)), "value is double and x is integer")
words(refused(nv_subset(list(1), 1)), "x is of type list")

# Each subscript is evaluated where it was written, through any number of functions that hand it on.
i <- 1; j <- 2
outer <- function(x, ...) { i <- 2; j <- 99; inner(x, ...) }
inner <- function(x, ...) { i <- 77; j <- 66; nv_subset(x, ...) }
stopifnot("in `...`" = identical(outer(x, i, j, ), x[1, 2, ]),
          "an empty one too" = identical(outer(x, , j, i), x[, 2, 1]),
          "a named argument that is missing" = identical((function(x, a, b, c) nv_subset(x, a, b, c))(x, 2, , 3), x[2, , 3]),
          "once, and lazily" = identical({ n <- 0; outer(x, { n <- n + 1; 1 }, 1, 1); n }, 1),
          "by do.call" = identical(do.call(nv_subset, list(x, 1, quote(expr = ), 2)), x[1, , 2]),
          "assigned to" = identical((function(x, ...) { i <- 2; nv_subset_assign(x, ..., value = 0L) })(x, i, j, 3),
                                    { y <- x; y[1, 2, 3] <- 0L; y }))
stopifnot(inherits(try(outer(x, stop("mine"), 1, 1), silent = TRUE), "try-error"), grepl("mine", geterrmessage()))

# Random selections of every type, read and assigned, against base R.
set.seed(7)
for (case in 1:200) {
  d <- sample(1:4, sample(1:4, 1), replace = TRUE)
  a <- array(seq_len(prod(d)), d)
  storage.mode(a) <- sample(c("integer", "double", "complex", "logical", "raw"), 1)
  pick <- lapply(d, function(n) switch(sample(5, 1), TRUE, array(sample(n, sample(0:5, 1), replace = TRUE)), seq_len(sample(n, 1)),
                                       array(as.numeric(sample(n, 1))), sample(c(TRUE, FALSE), n, replace = TRUE)))
  ours <- lapply(pick, function(p) if (isTRUE(p)) quote(expr = ) else if (is.null(dim(p)) && length(p) == 1L && is.numeric(p)) array(p) else p)
  ours <- Map(function(o, n) if (identical(o, TRUE) && n == 1L) quote(expr = ) else o, ours, d)
  want <- do.call(`[`, c(list(a), pick, drop = FALSE))
  got <- do.call(nv_subset, c(list(a), ours))
  stopifnot(identical(as.vector(got), as.vector(want)), length(d) == 1L || identical(dim(got), dim(want)))
  if (typeof(a) != "raw" && length(want) > 0L) {
    v <- want; v[] <- rev(as.vector(want))
    put <- do.call(nv_subset_assign, c(list(a), ours, list(value = v)))
    stopifnot(identical(put, do.call(`[<-`, c(list(a), pick, list(value = v)))))
  }
}
stopifnot("one value for all" = identical(nv_subset_assign(x, 1:2, c(3, 1), , value = 9L), { y <- x; y[1:2, c(3, 1), ] <- 9L; y }),
          "a value of a narrower type" = identical(nv_subset_assign(x + 0, 1, , 2, value = 1:3), { y <- x + 0; y[1, , 2] <- 1:3; y }),
          "the last of two stays" = identical(nv_subset_assign(c(1, 2), c(1, 1), value = c(5, 6)), c(6, 2)))
gctorture(TRUE)
stopifnot(identical(nv_subset(x, c(2, 1), , -1), x[2:1, , -1]), identical(nv_subset_assign(c(1, 2), c(TRUE, FALSE), value = 3L), c(3, 2)))
invisible(gctorture2(25))
try(nv_subset(x, factor("b"), 1, 1), silent = TRUE)
gctorture(FALSE)
