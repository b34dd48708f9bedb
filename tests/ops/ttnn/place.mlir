// A program as tt-mlir's compiler leaves it, with the ops that say where tensors live, and layouts in the types.

#dram = #ttnn.buffer_type<dram>
#system_memory = #ttnn.buffer_type<system_memory>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4xbf16, #ttnn.buffer_type<system_memory>>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
#index = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u32>, #ttnn.buffer_type<dram>>, <interleaved>>

func.func @gather() {
  %device = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %x = "ttnn.constant"() <{value = dense<[[10.0, 20.0, 30.0, 40.0], [50.0, 60.0, 70.0, 80.0]]> : tensor<2x4xbf16>}> : () -> tensor<2x4xbf16, #host>
  %on = "ttnn.to_device"(%x, %device) <{memory_config = #ttnn.memory_config<#dram, <interleaved>>}> : (tensor<2x4xbf16, #host>, !ttnn.device) -> tensor<2x4xbf16, #tiles>
  %tiled = "ttnn.to_layout"(%on) <{layout = #ttnn.layout<tile>}> : (tensor<2x4xbf16, #tiles>) -> tensor<2x4xbf16, #tiles>
  "ttnn.deallocate"(%x) <{force = false}> : (tensor<2x4xbf16, #host>) -> ()
  %i = "ttnn.full"(%device) <{dtype = #ttcore.supportedDataTypes<u32>, fill_value = 2 : i32, layout = #ttnn.layout<tile>, shape = #ttnn.shape<2x1>}> : (!ttnn.device) -> tensor<2x1xui32, #index>
  %0 = "ttnn.gather"(%tiled, %i) <{dim = 1 : i32}> : (tensor<2x4xbf16, #tiles>, tensor<2x1xui32, #index>) -> tensor<2x1xbf16, #tiles>
  %there = "ttnn.to_memory_config"(%0) <{memory_config = #ttnn.memory_config<#dram, <interleaved>>}> : (tensor<2x1xbf16, #tiles>) -> tensor<2x1xbf16, #tiles>
  %back = "ttnn.from_device"(%there) : (tensor<2x1xbf16, #tiles>) -> tensor<2x1xbf16>
  check.expect_eq_const %back, dense<[[30.0], [70.0]]> : tensor<2x1xbf16>
  %count = "ttnn.arange"(%device) <{start = 0 : i64, end = 3 : i64, step = 1 : i64}> : (!ttnn.device) -> tensor<3xf32>
  %wide = "ttnn.to_layout"(%count) <{dtype = #ttcore.supportedDataTypes<si32>, layout = #ttnn.layout<row_major>}> : (tensor<3xf32>) -> tensor<3xi32>
  check.expect_eq_const %wide, dense<[0, 1, 2]> : tensor<3xi32>
  return
}
