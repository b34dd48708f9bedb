# The example of anvil's reference page for nvl_gather, with garner's R package. It works on plain arrays, so there is
# nothing to put on a device and nothing to compile:
#
#   Rscript examples/anvil_gather.R
library(garner)
nv_tensor <- identity
jit_eval <- function(expr) expr

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
stopifnot(identical(r, rbind(c(1L, 4L, 7L), c(3L, 6L, 9L))))
