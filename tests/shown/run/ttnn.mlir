// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @add() {
  %a = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %b = "ttnn.constant"() <{value = dense<[3, 2, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %0 = "ttnn.add"(%a, %b) : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[4, 4, 4], [7, 7, 7]]> : tensor<2x3xi32>
  return
}

// -----

func.func @bitwise_and() {
  %a = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %5 = "ttnn.bitwise_and"(%a, %a) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %5, dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  return
}

// -----

func.func @bitwise_or() {
  %a = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %b = "ttnn.constant"() <{value = dense<[3, 2, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %6 = "ttnn.bitwise_or"(%a, %b) : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %6, dense<[[3, 2, 3], [7, 7, 7]]> : tensor<2x3xi32>
  return
}

// -----

func.func @concat() {
  %x = "ttnn.constant"() <{value = dense<[[1, 2]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %y = "ttnn.constant"() <{value = dense<[[3]]> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %0 = "ttnn.concat"(%x, %y) <{dim = -1 : si32}> : (tensor<1x2xi32>, tensor<1x1xi32>) -> tensor<1x3xi32>
  check.expect_eq_const %0, dense<[[1, 2, 3]]> : tensor<1x3xi32>
  return
}

// -----

func.func @constant() {
  %i = "ttnn.constant"() <{value = dense<[2]> : tensor<1xui16>}> : () -> tensor<1xui16>
  return
}

// -----

#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4xbf16, #ttnn.buffer_type<system_memory>>>
func.func @deallocate() {
  %x = "ttnn.constant"() <{value = dense<[[10.0, 20.0, 30.0, 40.0], [50.0, 60.0, 70.0, 80.0]]> : tensor<2x4xbf16>}> : () -> tensor<2x4xbf16, #host>
  "ttnn.deallocate"(%x) <{force = false}> : (tensor<2x4xbf16, #host>) -> ()
  return
}

// -----

func.func @embedding() {
  %w = "ttnn.constant"() <{value = dense<[[[[1, 2], [3, 4], [5, 6]]]]> : tensor<1x1x3x2xi32>}> : () -> tensor<1x1x3x2xi32>
  %j = "ttnn.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %1 = "ttnn.embedding"(%j, %w) : (tensor<i32>, tensor<1x1x3x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[3, 4]> : tensor<2xi32>
  return
}

// -----

func.func @eq() {
  %a = "ttnn.constant"() <{value = dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
  %b = "ttnn.constant"() <{value = dense<2.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %4 = "ttnn.eq"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xi1>
  check.expect_eq_const %4, dense<[false, true, false]> : tensor<3xi1>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4xbf16, #ttnn.buffer_type<system_memory>>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
#index = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u32>, #ttnn.buffer_type<dram>>, <interleaved>>
func.func @from_device() {
  %device = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %x = "ttnn.constant"() <{value = dense<[[10.0, 20.0, 30.0, 40.0], [50.0, 60.0, 70.0, 80.0]]> : tensor<2x4xbf16>}> : () -> tensor<2x4xbf16, #host>
  %on = "ttnn.to_device"(%x, %device) <{memory_config = #ttnn.memory_config<#dram, <interleaved>>}> : (tensor<2x4xbf16, #host>, !ttnn.device) -> tensor<2x4xbf16, #tiles>
  %tiled = "ttnn.to_layout"(%on) <{layout = #ttnn.layout<tile>}> : (tensor<2x4xbf16, #tiles>) -> tensor<2x4xbf16, #tiles>
  %i = "ttnn.full"(%device) <{dtype = #ttcore.supportedDataTypes<u32>, fill_value = 2 : i32, layout = #ttnn.layout<tile>, shape = #ttnn.shape<2x1>}> : (!ttnn.device) -> tensor<2x1xui32, #index>
  %0 = "ttnn.gather"(%tiled, %i) <{dim = 1 : i32}> : (tensor<2x4xbf16, #tiles>, tensor<2x1xui32, #index>) -> tensor<2x1xbf16, #tiles>
  %there = "ttnn.to_memory_config"(%0) <{memory_config = #ttnn.memory_config<#dram, <interleaved>>}> : (tensor<2x1xbf16, #tiles>) -> tensor<2x1xbf16, #tiles>
  %back = "ttnn.from_device"(%there) : (tensor<2x1xbf16, #tiles>) -> tensor<2x1xbf16>
  check.expect_eq_const %back, dense<[[30.0], [70.0]]> : tensor<2x1xbf16>
  return
}

// -----

func.func @full() {
  %1 = "ttnn.full"() <{fill_value = -3 : i32}> : () -> tensor<i32>
  check.expect_eq_const %1, dense<-3> : tensor<i32>
  return
}

// -----

func.func @ge() {
  %a = "ttnn.constant"() <{value = dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
  %b = "ttnn.constant"() <{value = dense<2.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %3 = "ttnn.ge"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xi1>
  check.expect_eq_const %3, dense<[false, true, true]> : tensor<3xi1>
  return
}

// -----

func.func @get_device() {
  %device = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  return
}

// -----

func.func @gt() {
  %a = "ttnn.constant"() <{value = dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
  %b = "ttnn.constant"() <{value = dense<2.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %2 = "ttnn.gt"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xui16>
  check.expect_eq_const %2, dense<[0, 0, 1]> : tensor<3xui16>
  return
}

// -----

func.func @le() {
  %a = "ttnn.constant"() <{value = dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
  %b = "ttnn.constant"() <{value = dense<2.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %1 = "ttnn.le"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xi1>
  check.expect_eq_const %1, dense<[true, true, false]> : tensor<3xi1>
  return
}

// -----

func.func @lt() {
  %a = "ttnn.constant"() <{value = dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
  %b = "ttnn.constant"() <{value = dense<2.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %0 = "ttnn.lt"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xbf16>
  check.expect_eq_const %0, dense<[1.0, 0.0, 0.0]> : tensor<3xbf16>
  return
}

// -----

func.func @maximum() {
  %a = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %b = "ttnn.constant"() <{value = dense<[3, 2, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %4 = "ttnn.maximum"(%a, %b) : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %4, dense<[[3, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  return
}

// -----

func.func @minimum() {
  %a = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %b = "ttnn.constant"() <{value = dense<[3, 2, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %3 = "ttnn.minimum"(%a, %b) : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %3, dense<[[1, 2, 1], [3, 2, 1]]> : tensor<2x3xi32>
  return
}

// -----

func.func @multiply() {
  %a = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %b = "ttnn.constant"() <{value = dense<[3, 2, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %2 = "ttnn.multiply"(%b, %a) : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %2, dense<[[3, 4, 3], [12, 10, 6]]> : tensor<2x3xi32>
  return
}

// -----

func.func @ne() {
  %a = "ttnn.constant"() <{value = dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
  %b = "ttnn.constant"() <{value = dense<2.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %5 = "ttnn.ne"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xi1>
  check.expect_eq_const %5, dense<[true, false, true]> : tensor<3xi1>
  return
}

// -----

func.func @pad() {
  %x = "ttnn.constant"() <{value = dense<[[1, 2]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %1 = "ttnn.pad"(%x) <{padding = array<i32: 0, 1, 1, 0>, use_multicore = true, value = 9.0 : f32}> : (tensor<1x2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[9, 1, 2], [9, 9, 9]]> : tensor<2x3xi32>
  return
}

// -----

func.func @permute() {
  %x = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %0 = "ttnn.permute"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  return
}

// -----

func.func @reshape() {
  %x = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %2 = "ttnn.reshape"(%x) <{shape = [-1 : i32]}> : (tensor<2x3xi32>) -> tensor<6xi32>
  check.expect_eq_const %2, dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  return
}

// -----

func.func @scatter() {
  %x = "ttnn.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %in = "ttnn.constant"() <{value = dense<0> : tensor<ui16>}> : () -> tensor<ui16>
  %s = "ttnn.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %0 = "ttnn.scatter"(%x, %in, %s) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<i32>, tensor<ui16>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<7> : tensor<i32>
  return
}

// -----

func.func @slice_static() {
  %x = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %3 = "ttnn.slice_static"(%x) <{begins = [0 : i32, 0 : i32], ends = [2 : i32, 3 : i32], step = [1 : i32, 2 : i32]}> : (tensor<2x3xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[1, 3], [4, 6]]> : tensor<2x2xi32>
  return
}

// -----

func.func @subtract() {
  %a = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %b = "ttnn.constant"() <{value = dense<[3, 2, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %1 = "ttnn.subtract"(%a, %b) <{dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[-2, 0, 2], [1, 3, 5]]> : tensor<2x3xi32>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4xbf16, #ttnn.buffer_type<system_memory>>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
func.func @to_device() {
  %device = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %x = "ttnn.constant"() <{value = dense<[[10.0, 20.0, 30.0, 40.0], [50.0, 60.0, 70.0, 80.0]]> : tensor<2x4xbf16>}> : () -> tensor<2x4xbf16, #host>
  %on = "ttnn.to_device"(%x, %device) <{memory_config = #ttnn.memory_config<#dram, <interleaved>>}> : (tensor<2x4xbf16, #host>, !ttnn.device) -> tensor<2x4xbf16, #tiles>
  return
}

// -----

func.func @to_layout() {
  %device = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %count = "ttnn.arange"(%device) <{start = 0 : i64, end = 3 : i64, step = 1 : i64}> : (!ttnn.device) -> tensor<3xf32>
  %wide = "ttnn.to_layout"(%count) <{dtype = #ttcore.supportedDataTypes<si32>, layout = #ttnn.layout<row_major>}> : (tensor<3xf32>) -> tensor<3xi32>
  check.expect_eq_const %wide, dense<[0, 1, 2]> : tensor<3xi32>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4xbf16, #ttnn.buffer_type<system_memory>>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
#index = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u32>, #ttnn.buffer_type<dram>>, <interleaved>>
func.func @to_memory_config() {
  %device = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %x = "ttnn.constant"() <{value = dense<[[10.0, 20.0, 30.0, 40.0], [50.0, 60.0, 70.0, 80.0]]> : tensor<2x4xbf16>}> : () -> tensor<2x4xbf16, #host>
  %on = "ttnn.to_device"(%x, %device) <{memory_config = #ttnn.memory_config<#dram, <interleaved>>}> : (tensor<2x4xbf16, #host>, !ttnn.device) -> tensor<2x4xbf16, #tiles>
  %tiled = "ttnn.to_layout"(%on) <{layout = #ttnn.layout<tile>}> : (tensor<2x4xbf16, #tiles>) -> tensor<2x4xbf16, #tiles>
  %i = "ttnn.full"(%device) <{dtype = #ttcore.supportedDataTypes<u32>, fill_value = 2 : i32, layout = #ttnn.layout<tile>, shape = #ttnn.shape<2x1>}> : (!ttnn.device) -> tensor<2x1xui32, #index>
  %0 = "ttnn.gather"(%tiled, %i) <{dim = 1 : i32}> : (tensor<2x4xbf16, #tiles>, tensor<2x1xui32, #index>) -> tensor<2x1xbf16, #tiles>
  %there = "ttnn.to_memory_config"(%0) <{memory_config = #ttnn.memory_config<#dram, <interleaved>>}> : (tensor<2x1xbf16, #tiles>) -> tensor<2x1xbf16, #tiles>
  %back = "ttnn.from_device"(%there) : (tensor<2x1xbf16, #tiles>) -> tensor<2x1xbf16>
  check.expect_eq_const %back, dense<[[30.0], [70.0]]> : tensor<2x1xbf16>
  return
}

// -----

func.func @where() {
  %a = "ttnn.constant"() <{value = dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
  %b = "ttnn.constant"() <{value = dense<2.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %5 = "ttnn.ne"(%a, %b) : (tensor<3xbf16>, tensor<1xbf16>) -> tensor<3xi1>
  %7 = "ttnn.where"(%5, %b, %a) : (tensor<3xi1>, tensor<1xbf16>, tensor<3xbf16>) -> tensor<3xbf16>
  check.expect_eq_const %7, dense<[2.0, 2.0, 2.0]> : tensor<3xbf16>
  return
}

// -----

func.func @from_device() {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %1 = "ttnn.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xbf16>}> : () -> tensor<2xbf16>
  %2 = "ttnn.to_device"(%1, %0) : (tensor<2xbf16>, !ttnn.device) -> tensor<2xbf16>
  %3 = "ttnn.from_device"(%2) : (tensor<2xbf16>) -> tensor<2xbf16>
  check.expect_eq_const %3, dense<[1.0, 2.0]> : tensor<2xbf16>
  return
}
