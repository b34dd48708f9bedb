#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
func.func @main(%x: tensor<4x4xf32, #layout>, %i: tensor<4x4xui32, #layout>) -> tensor<4x4xf32, #layout> {
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<4x4xf32, #layout>, tensor<4x4xui32, #layout>) -> tensor<4x4xf32, #layout>
  return %0 : tensor<4x4xf32, #layout>
}
