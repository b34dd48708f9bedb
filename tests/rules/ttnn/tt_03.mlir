// TT-3: where tensors must live: in tiles, on the device, interleaved.

func.func @sharded(%x: tensor<4x3xf32>, %i: tensor<4x3xui32>) {
  // expected-error@+3 {{'ttnn.gather' op Sharded implementation not supported yet. Shard status: true}}
  // expected-note@+2 {{memory_config: sharded; right: interleaved, in DRAM or L1}}
  // expected-note@+1 {{rule TT-3 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32, memory_config = #ttnn.memory_config<#ttnn.buffer_type<l1>, <height_sharded>>}> : (tensor<4x3xf32>, tensor<4x3xui32>) -> tensor<4x3xf32>
  return
}

// -----

// A layout of tt-mlir's says where a tensor lives.
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<system_memory>>>
func.func @host(%x: tensor<4x3xf32, #host>, %i: tensor<4x3xui32>) {
  // expected-error@+3 {{'ttnn.gather' op Operation requires input to be on Device. Input storage type: StorageType::HOST}}
  // expected-note@+2 {{input: on the host; right: on the device}}
  // expected-note@+1 {{rule TT-3 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<4x3xf32, #host>, tensor<4x3xui32>) -> tensor<4x3xf32>
  return
}

// -----

#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x3xf32, #ttnn.buffer_type<dram>>, <interleaved>>
func.func @row_major(%x: tensor<4x3xf32, #rows>, %i: tensor<4x3xui32>) {
  // expected-error@+3 {{'ttnn.gather' op The input tensor must be in tiled format. Current layout: Layout::ROW_MAJOR}}
  // expected-note@+2 {{right: tiles}}
  // expected-note@+1 {{rule TT-3 of the TTNN, gather}}
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<4x3xf32, #rows>, tensor<4x3xui32>) -> tensor<4x3xf32>
  return
}
