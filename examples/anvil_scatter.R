# anvil's nvl_scatter with garner's R package: rows 1 and 3 get something added.
#
#   Rscript examples/anvil_scatter.R
library(garner)
r <- nvl_scatter(
  matrix(1:9, nrow = 3), matrix(c(1L, 3L), ncol = 1), rbind(c(10L, 20L, 30L), c(40L, 50L, 60L)),
  update_window_dims = 2L,
  inserted_window_dims = 1L,
  input_batching_dims = integer(0),
  scatter_indices_batching_dims = integer(0),
  scatter_dims_to_operand_dims = 1L,
  index_vector_dim = 2L,
  update_computation = function(old, new) old + new
)
print(r)
stopifnot(identical(r, rbind(c(11L, 24L, 37L), c(2L, 5L, 8L), c(43L, 56L, 69L))))

# The same rows by subscript.
x <- matrix(1:9, nrow = 3)
stopifnot(identical(nv_subset(x, c(1L, 3L), ), x[c(1, 3), ]),
          identical(nv_subset_assign(x, c(1L, 3L), , value = 0L), { x[c(1, 3), ] <- 0L; x }))
