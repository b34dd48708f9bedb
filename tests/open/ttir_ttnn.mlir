// As tt-mlir writes a program before and after its ops become TTNN's.
#dram = #ttnn.buffer_type<dram>
#system_desc = #ttcore.system_desc<[{role = host, target_triple = "x86_64-pc-linux"}], [{arch = <wormhole_b0>, grid = 8x8, l1_size = 1499136}], [0], [3 : i32], [ 0x0x0x0]>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
module attributes {ttcore.system_desc = #system_desc} {
  func.func @forward(%arg0: tensor<32x32xf32>, %arg1: tensor<1x32xi32>) -> tensor<32x32xf32> {
    %0 = "ttir.empty"() : () -> tensor<32x32xf32>
    %1 = "ttir.gather"(%arg0, %arg1, %0) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, operand_batching_dims = array<i64>, start_indices_batching_dims = array<i64>, start_index_map = array<i64: 0>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 32>, indices_are_sorted = false}> : (tensor<32x32xf32>, tensor<1x32xi32>, tensor<32x32xf32>) -> tensor<32x32xf32>
    %2 = "ttnn.some_later_op"(%1) <{memory_config = #ttnn.memory_config<#dram, <interleaved>>, queue_id = 0 : ui8}> : (tensor<32x32xf32>) -> tensor<32x32xf32, #layout>
    %3 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    return %1 : tensor<32x32xf32>
  }
}
