// A lookup whose ids count from 1, in a table that counts from 0: each row is the one behind the one that was meant, and the
// last id silently reads the last row again.
//
//   garner lint examples/lint_wrong_row.mlir          # 1 of 4 index vectors is out of bounds and clamped: 8 reads row 7
//   garner lint --run examples/lint_wrong_row.mlir    # what the run itself counts, loops and all
//   garner run --strict examples/lint_wrong_row.mlir  # the same as an error
//   garner plan examples/lint_wrong_row.mlir          # how it would be run
func.func @main() -> tensor<4x2xf32> {
  %table = stablehlo.iota dim = 0 : tensor<8x2xf32>
  %ids = stablehlo.constant dense<[[1], [3], [3], [8]]> : tensor<4x1xi32>
  %rows = "stablehlo.gather"(%table, %ids) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>
  }> : (tensor<8x2xf32>, tensor<4x1xi32>) -> tensor<4x2xf32>
  return %rows : tensor<4x2xf32>
}
