// The programs of bench/emitted.c: constant shapes, indices promised nothing, out of range moved into it.
func.func @rows_64(%operand: tensor<4096x16xf32>, %indices: tensor<65536xi64>) -> tensor<65536x16xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<4096x16xf32>, tensor<65536xi64>) -> tensor<65536x16xf32>
  return %r : tensor<65536x16xf32>
}
func.func @rows_512(%operand: tensor<4096x128xf32>, %indices: tensor<32768xi64>) -> tensor<32768x128xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 128>}> : (tensor<4096x128xf32>, tensor<32768xi64>) -> tensor<32768x128xf32>
  return %r : tensor<32768x128xf32>
}
func.func @rows_2048(%operand: tensor<65536x512xf32>, %indices: tensor<8192xi64>) -> tensor<8192x512xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 512>}> : (tensor<65536x512xf32>, tensor<8192xi64>) -> tensor<8192x512xf32>
  return %r : tensor<8192x512xf32>
}
func.func @elements(%operand: tensor<65536xf32>, %indices: tensor<1048576xi32>) -> tensor<1048576xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<65536xf32>, tensor<1048576xi32>) -> tensor<1048576xf32>
  return %r : tensor<1048576xf32>
}
func.func @elements_memory(%operand: tensor<16777216xf32>, %indices: tensor<1048576xi32>) -> tensor<1048576xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<16777216xf32>, tensor<1048576xi32>) -> tensor<1048576xf32>
  return %r : tensor<1048576xf32>
}
func.func @windows(%operand: tensor<1024x1024xf32>, %indices: tensor<16384x2xi64>) -> tensor<16384x8x8xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2],
    start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 8, 8>}> : (tensor<1024x1024xf32>, tensor<16384x2xi64>) -> tensor<16384x8x8xf32>
  return %r : tensor<16384x8x8xf32>
}
