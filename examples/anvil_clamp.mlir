// What anvil's page says of a start out of range: it is moved to clamp(1, start, dim - slice + 1). Windows of two of
// [10, 20, 30, 40] start at 1, 2 or 3.
//
//   garner run examples/anvil_clamp.mlir
//   garner run --strict examples/anvil_clamp.mlir      # the first index out of range is an error
func.func @main() -> tensor<4x2xi32> {
  %operand = nvl.constant(value = dense<[10, 20, 30, 40]> : tensor<4xi32>) : () -> tensor<4xi32>
  %indices = nvl.constant(value = dense<[0, 2, 4, 9]> : tensor<4xi32>) : () -> tensor<4xi32>
  %r = nvl.gather(%operand, %indices, slice_sizes = [2], offset_dims = [2], collapsed_slice_dims = [],
    operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1],
    index_vector_dim = 2) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4x2xi32>
  check.expect_eq_const %r, dense<[[10, 20], [20, 30], [30, 40], [30, 40]]> : tensor<4x2xi32>
  return %r : tensor<4x2xi32>
}
