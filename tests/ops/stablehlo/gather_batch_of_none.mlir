// gather C12: slices of size 0 along a batching dim. operand_index there is the batch's number: full_batching_index, plus the 0 that
// full_offset_index has at every batching dim. Row b is indexed by row b of the indices; 9 and -1 are clamped to 3 and 0.

func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %i = stablehlo.constant dense<[[[0], [3]], [[1], [9]], [[-1], [2]]]> : tensor<3x2x1xi64>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1],
    operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>,
    slice_sizes = array<i64: 0, 1>}> : (tensor<3x4xi32>, tensor<3x2x1xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[1, 4], [6, 8], [9, 11]]> : tensor<3x2xi32>
  return
}
