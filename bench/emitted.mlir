// The programs of bench/emitted.c: constant shapes, indices promised nothing; of gathers those out of range are moved into it.
func.func @rows_12(%operand: tensor<65536x3xf32>, %indices: tensor<262144xi64>) -> tensor<262144x3xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}>
    : (tensor<65536x3xf32>, tensor<262144xi64>) -> tensor<262144x3xf32>
  return %r : tensor<262144x3xf32>
}
func.func @rows_64(%operand: tensor<4096x16xf32>, %indices: tensor<65536xi64>) -> tensor<65536x16xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}>
    : (tensor<4096x16xf32>, tensor<65536xi64>) -> tensor<65536x16xf32>
  return %r : tensor<65536x16xf32>
}
func.func @rows_64_memory(%operand: tensor<1048576x16xf32>, %indices: tensor<65536xi64>) -> tensor<65536x16xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}>
    : (tensor<1048576x16xf32>, tensor<65536xi64>) -> tensor<65536x16xf32>
  return %r : tensor<65536x16xf32>
}
func.func @rows_256_small(%operand: tensor<1024x64xf32>, %indices: tensor<256xi64>) -> tensor<256x64xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>}>
    : (tensor<1024x64xf32>, tensor<256xi64>) -> tensor<256x64xf32>
  return %r : tensor<256x64xf32>
}
func.func @rows_512(%operand: tensor<4096x128xf32>, %indices: tensor<32768xi64>) -> tensor<32768x128xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 128>}>
    : (tensor<4096x128xf32>, tensor<32768xi64>) -> tensor<32768x128xf32>
  return %r : tensor<32768x128xf32>
}
func.func @rows_2048(%operand: tensor<1024x512xf32>, %indices: tensor<8192xi64>) -> tensor<8192x512xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 512>}>
    : (tensor<1024x512xf32>, tensor<8192xi64>) -> tensor<8192x512xf32>
  return %r : tensor<8192x512xf32>
}
func.func @rows_2048_memory(%operand: tensor<65536x512xf32>, %indices: tensor<8192xi64>) -> tensor<8192x512xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 512>}>
    : (tensor<65536x512xf32>, tensor<8192xi64>) -> tensor<8192x512xf32>
  return %r : tensor<8192x512xf32>
}
func.func @rows_256_memory(%operand: tensor<524288x64xf32>, %indices: tensor<65536xi64>) -> tensor<65536x64xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>}>
    : (tensor<524288x64xf32>, tensor<65536xi64>) -> tensor<65536x64xf32>
  return %r : tensor<65536x64xf32>
}
func.func @rows_8192_memory(%operand: tensor<16384x2048xf32>, %indices: tensor<2048xi64>) -> tensor<2048x2048xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2048>}>
    : (tensor<16384x2048xf32>, tensor<2048xi64>) -> tensor<2048x2048xf32>
  return %r : tensor<2048x2048xf32>
}
func.func @rows_batched(%operand: tensor<64x256x32xf32>, %indices: tensor<64x512xi64>) -> tensor<64x512x32xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0],
    start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 32>}>
    : (tensor<64x256x32xf32>, tensor<64x512xi64>) -> tensor<64x512x32xf32>
  return %r : tensor<64x512x32xf32>
}
func.func @elements_small(%operand: tensor<1024xf32>, %indices: tensor<4096xi32>) -> tensor<4096xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>
    : (tensor<1024xf32>, tensor<4096xi32>) -> tensor<4096xf32>
  return %r : tensor<4096xf32>
}
func.func @elements_i8(%operand: tensor<65536xi8>, %indices: tensor<1048576xi32>) -> tensor<1048576xi8> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>
    : (tensor<65536xi8>, tensor<1048576xi32>) -> tensor<1048576xi8>
  return %r : tensor<1048576xi8>
}
func.func @elements_bf16(%operand: tensor<65536xbf16>, %indices: tensor<1048576xi32>) -> tensor<1048576xbf16> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>
    : (tensor<65536xbf16>, tensor<1048576xi32>) -> tensor<1048576xbf16>
  return %r : tensor<1048576xbf16>
}
func.func @elements(%operand: tensor<65536xf32>, %indices: tensor<1048576xi32>) -> tensor<1048576xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>
    : (tensor<65536xf32>, tensor<1048576xi32>) -> tensor<1048576xf32>
  return %r : tensor<1048576xf32>
}
func.func @elements_f64(%operand: tensor<65536xf64>, %indices: tensor<1048576xi64>) -> tensor<1048576xf64> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>
    : (tensor<65536xf64>, tensor<1048576xi64>) -> tensor<1048576xf64>
  return %r : tensor<1048576xf64>
}
func.func @elements_memory(%operand: tensor<16777216xf32>, %indices: tensor<1048576xi32>) -> tensor<1048576xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>
    : (tensor<16777216xf32>, tensor<1048576xi32>) -> tensor<1048576xf32>
  return %r : tensor<1048576xf32>
}
func.func @windows_5(%operand: tensor<65536xf32>, %indices: tensor<262144xi64>) -> tensor<262144x5xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 5>}>
    : (tensor<65536xf32>, tensor<262144xi64>) -> tensor<262144x5xf32>
  return %r : tensor<262144x5xf32>
}
func.func @windows_8x8(%operand: tensor<1024x1024xf32>, %indices: tensor<16384x2xi64>) -> tensor<16384x8x8xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2],
    start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 8, 8>}>
    : (tensor<1024x1024xf32>, tensor<16384x2xi64>) -> tensor<16384x8x8xf32>
  return %r : tensor<16384x8x8xf32>
}
func.func @windows_8x8_memory(%operand: tensor<8192x8192xf32>, %indices: tensor<16384x2xi64>) -> tensor<16384x8x8xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2],
    start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 8, 8>}>
    : (tensor<8192x8192xf32>, tensor<16384x2xi64>) -> tensor<16384x8x8xf32>
  return %r : tensor<16384x8x8xf32>
}
func.func @windows_3x3x16(%operand: tensor<256x256x16xf32>, %indices: tensor<16384x2xi64>) -> tensor<16384x3x3x16xf32> {
  %r = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3],
    start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 3, 3, 16>}>
    : (tensor<256x256x16xf32>, tensor<16384x2xi64>) -> tensor<16384x3x3x16xf32>
  return %r : tensor<16384x3x3x16xf32>
}
func.func @scatter_rows(%operand: tensor<16384x64xf32>, %indices: tensor<16384xi64>, %updates: tensor<16384x64xf32>) -> tensor<16384x64xf32> {
  %r = "stablehlo.scatter"(%operand, %indices, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%current: tensor<f32>, %update: tensor<f32>):
    stablehlo.return %update : tensor<f32>
  }) : (tensor<16384x64xf32>, tensor<16384xi64>, tensor<16384x64xf32>) -> tensor<16384x64xf32>
  return %r : tensor<16384x64xf32>
}
func.func @scatter_add_rows(%operand: tensor<16384x64xf32>, %indices: tensor<16384xi64>, %updates: tensor<16384x64xf32>) -> tensor<16384x64xf32> {
  %r = "stablehlo.scatter"(%operand, %indices, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%current: tensor<f32>, %update: tensor<f32>):
    %sum = stablehlo.add %current, %update : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<16384x64xf32>, tensor<16384xi64>, tensor<16384x64xf32>) -> tensor<16384x64xf32>
  return %r : tensor<16384x64xf32>
}
