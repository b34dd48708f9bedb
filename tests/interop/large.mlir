// Gathers of results larger than a cache, by which emitted C works in blocks and stores past the cache: blocks that are not
// whole, rows that end within a line, an inner loop of its own blocks, indices below and above what there is. large.c calls them.
func.func @elements(%operand: tensor<3000xf32>, %indices: tensor<700001xi32>) -> tensor<700001xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3000xf32>, tensor<700001xi32>) -> tensor<700001xf32>
  return %r : tensor<700001xf32>
}
func.func @points(%operand: tensor<30x70xi8>, %indices: tensor<5001x2xui8>) -> tensor<5001xi8> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1],
    index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<30x70xi8>, tensor<5001x2xui8>) -> tensor<5001xi8>
  return %r : tensor<5001xi8>
}
func.func @batches(%operand: tensor<3000x7xf64>, %indices: tensor<3000x100xi64>) -> tensor<3000x100xf64> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0],
    start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}>
    : (tensor<3000x7xf64>, tensor<3000x100xi64>) -> tensor<3000x100xf64>
  return %r : tensor<3000x100xf64>
}
func.func @rows(%operand: tensor<30000x44xf32>, %indices: tensor<13000xi64>) -> tensor<13000x44xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 1, 44>}> : (tensor<30000x44xf32>, tensor<13000xi64>) -> tensor<13000x44xf32>
  return %r : tensor<13000x44xf32>
}
func.func @main() -> (tensor<700001xf32>, tensor<5001xi8>, tensor<3000x100xf64>, tensor<13000x44xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<700001xi32>
  %k = stablehlo.constant dense<7919> : tensor<700001xi32>
  %m = stablehlo.constant dense<3011> : tensor<700001xi32>
  %five = stablehlo.constant dense<5> : tensor<700001xi32>
  %ik = stablehlo.multiply %i, %k : tensor<700001xi32>
  %im = stablehlo.remainder %ik, %m : tensor<700001xi32>
  %indices = stablehlo.subtract %im, %five : tensor<700001xi32>
  %table = stablehlo.iota dim = 0 : tensor<3000xf32>
  %elements = func.call @elements(%table, %indices) : (tensor<3000xf32>, tensor<700001xi32>) -> tensor<700001xf32>
  %p = stablehlo.iota dim = 0 : tensor<10002xui8>
  %pairs = stablehlo.reshape %p : (tensor<10002xui8>) -> tensor<5001x2xui8>
  %q = stablehlo.iota dim = 0 : tensor<2100xi8>
  %grid = stablehlo.reshape %q : (tensor<2100xi8>) -> tensor<30x70xi8>
  %points = func.call @points(%grid, %pairs) : (tensor<30x70xi8>, tensor<5001x2xui8>) -> tensor<5001xi8>
  %b = stablehlo.slice %indices [0:300000] : (tensor<700001xi32>) -> tensor<300000xi32>
  %nine = stablehlo.constant dense<9> : tensor<300000xi32>
  %b9 = stablehlo.remainder %b, %nine : tensor<300000xi32>
  %wide = stablehlo.convert %b9 : (tensor<300000xi32>) -> tensor<300000xi64>
  %places = stablehlo.reshape %wide : (tensor<300000xi64>) -> tensor<3000x100xi64>
  %o = stablehlo.iota dim = 0 : tensor<21000xf64>
  %sevens = stablehlo.reshape %o : (tensor<21000xf64>) -> tensor<3000x7xf64>
  %batches = func.call @batches(%sevens, %places) : (tensor<3000x7xf64>, tensor<3000x100xi64>) -> tensor<3000x100xf64>
  %t = stablehlo.iota dim = 0 : tensor<1320000xf32>
  %far = stablehlo.reshape %t : (tensor<1320000xf32>) -> tensor<30000x44xf32>
  %w = stablehlo.slice %indices [0:13000] : (tensor<700001xi32>) -> tensor<13000xi32>
  %eleven = stablehlo.constant dense<11> : tensor<13000xi32>
  %we = stablehlo.multiply %w, %eleven : tensor<13000xi32>
  %which = stablehlo.convert %we : (tensor<13000xi32>) -> tensor<13000xi64>
  %rows = func.call @rows(%far, %which) : (tensor<30000x44xf32>, tensor<13000xi64>) -> tensor<13000x44xf32>
  return %elements, %points, %batches, %rows : tensor<700001xf32>, tensor<5001xi8>, tensor<3000x100xf64>, tensor<13000x44xf32>
}
