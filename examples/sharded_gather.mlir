// A table on the six devices of a mesh: three blocks of rows over "data", two of columns over "model". The last block has two of the
// ten rows. The mesh numbers its devices in an order of its own.
//
//   garner draw examples/sharded_gather.mlir -o rows.svg
sdy.mesh @mesh = <["data"=3, "model"=2], device_ids=[4, 5, 2, 3, 0, 1]>
func.func @main() -> tensor<6x4xi32> {
  %numbers = stablehlo.iota dim = 0 : tensor<40xi32>
  %rows = stablehlo.reshape %numbers : (tensor<40xi32>) -> tensor<10x4xi32>
  %table = sdy.sharding_constraint %rows <@mesh, [{"data"}, {"model"}]> : tensor<10x4xi32>
  %which = stablehlo.constant dense<[[1], [9], [4], [6], [0], [3]]> : tensor<6x1xi32>
  %indices = sdy.sharding_constraint %which <@mesh, [{"data"}, {}]> : tensor<6x1xi32>
  %taken = "stablehlo.gather"(%table, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}>
    : (tensor<10x4xi32>, tensor<6x1xi32>) -> tensor<6x4xi32>
  return %taken : tensor<6x4xi32>
}
