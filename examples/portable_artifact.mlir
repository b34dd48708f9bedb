// A program to write as a portable artifact, for XLA and whatever else reads these, and to run from there:
//   garner convert examples/portable_artifact.mlir --to=artifact --target=1.0.0 -o take.bc
//   garner run take.bc
// Version 1.0.0 has no batching dims: they are written out as an iota beside the indices (docs/artifacts.md).
func.func @main() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0],
      start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}>
      : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}
