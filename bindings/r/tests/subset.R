# Subscripts against R's own.
library(garner)
x <- array(1:24, c(2, 3, 4))
stopifnot(identical(nv_subset(x, 1, 2, 3), x[1, 2, 3]),
          identical(nv_subset(x, , 2, ), x[, 2, ]),
          identical(nv_subset(x, 2:1, c(3, 1, 3), ), x[2:1, c(3, 1, 3), ]),
          identical(nv_subset(x, , array(2L), 4:2), x[, 2, 4:2, drop = FALSE]),
          identical(nv_subset(x, , , ), x),
          identical(as.vector(nv_subset(c(5, 6, 7), 2:3)), c(6, 7)))
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
          refused(nv_subset(x, c(TRUE, NA), 1, 1)) == "subscript 1 is NA at 2, TRUE or FALSE is needed",
          grepl("-(subscript 1)[2] is -1", refused(nv_subset(x, c(-1, 1), 1, 1)), fixed = TRUE),
          grepl("subscript 1[1] is 0", refused(nv_subset(x, 0, 1, 1)), fixed = TRUE))
