// The example of anvil's reference page for nvl_gather (R): rows 1 and 3 of matrix(1:9, nrow = 3). Everything counts from 1,
// dimensions and index values alike. examples/anvil_gather.R is the same in R.
//
//   garner run examples/anvil_gather.mlir
//   garner convert --to=stablehlo --no-raise examples/anvil_gather.mlir      # counted from 0
func.func @main() -> tensor<2x3xi32> {
  %operand = nvl.constant(value = dense<[[1, 4, 7], [2, 5, 8], [3, 6, 9]]> : tensor<3x3xi32>) : () -> tensor<3x3xi32>
  %indices = nvl.constant(value = dense<[[1], [3]]> : tensor<2x1xi32>) : () -> tensor<2x1xi32>
  %r = nvl.gather(%operand, %indices,
    slice_sizes = [1, 3],
    offset_dims = [2],
    collapsed_slice_dims = [1],
    operand_batching_dims = [],
    start_indices_batching_dims = [],
    start_index_map = [1],
    index_vector_dim = 2) : (tensor<3x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[1, 4, 7], [3, 6, 9]]> : tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}
