// Partition %k reads element 9 of 4, the others element 0; all gather what they read.
func.func @main(%t: tensor<4xf32>, %k: tensor<i32>) -> tensor<4xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %c = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %d = stablehlo.subtract %c, %k : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<9> : tensor<i32>
  %is = stablehlo.compare EQ, %d, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %at = stablehlo.select %is, %o, %z : tensor<i1>, tensor<i32>
  %i = stablehlo.reshape %at : (tensor<i32>) -> tensor<1xi32>
  %g = "stablehlo.gather"(%t, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>} : (tensor<4xf32>, tensor<1xi32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %g, dims = [] : (tensor<f32>) -> tensor<1xf32>
  %r = "stablehlo.all_gather"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<1xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
