# The example of anvil's reference page for nvl_gather, as it is written there, with garner's R package: arrays of R's are read
# where they lie, so there is nothing to put on a device and nothing to compile.
#
#   Rscript examples/anvil_gather.R
library(garner)

r <- jit_eval({
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
})
print(r)
stopifnot(identical(as_array(r), rbind(c(1L, 4L, 7L), c(3L, 6L, 9L))))

# The same rows by subscript, the program in StableHLO, and where a gradient of their sum goes.
stopifnot(identical(nv_tensor(matrix(1:9, nrow = 3))[c(1, 3), ], r))
print(hlo_gather(matrix(1:9, nrow = 3), matrix(c(1L, 3L), ncol = 1), c(1L, 3L), 2L, 1L, integer(0), integer(0), 1L, 2L))
print(gradient(function(x) sum(x[c(1, 3), ] * 10))(nv_tensor(matrix(0, 3, 3)))$x)
