// A function to be used from C: @take gathers rows of a table, @main tries it. An index out of range is moved into range, as
// StableHLO has it.
//
//   garner run examples/emit_take.mlir
//   garner emit --entry=take -o take.c examples/emit_take.mlir
//   garner emit --entry=take --header -o take.h examples/emit_take.mlir
//   garner emit --entry=take --main -o take_main.c examples/emit_take.mlir    # take_main table.npy rows.npy r.npy
func.func @take(%table: tensor<3x2xf32>, %rows: tensor<4xi32>) -> tensor<4x2xf32> {
  %r = "stablehlo.gather"(%table, %rows) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<4xi32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}
func.func @main() -> tensor<4x2xf32> {
  %table = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %rows = stablehlo.constant dense<[2, 0, 9, -1]> : tensor<4xi32>
  %r = func.call @take(%table, %rows) : (tensor<3x2xf32>, tensor<4xi32>) -> tensor<4x2xf32>
  check.expect_eq_const %r, dense<[[5.0, 6.0], [1.0, 2.0], [5.0, 6.0], [1.0, 2.0]]> : tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}
