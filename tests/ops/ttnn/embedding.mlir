// ttnn.embedding: an id for each row of the weight that is taken; the ids' shape, and a row's length behind it.

func.func @lists() {
  %w = "ttnn.constant"() <{value = dense<[[1.0, -2.0, 0.5], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xbf16>}> : () -> tensor<3x3xbf16>
  %i = "ttnn.constant"() <{value = dense<[2, 0, 2, 1]> : tensor<4xui32>}> : () -> tensor<4xui32>
  %0 = "ttnn.embedding"(%i, %w) : (tensor<4xui32>, tensor<3x3xbf16>) -> tensor<4x3xbf16>
  check.expect_eq_const %0, dense<[[7.0, 8.0, 9.0], [1.0, -2.0, 0.5], [7.0, 8.0, 9.0], [4.0, 5.0, 6.0]]> : tensor<4x3xbf16>
  %j = "ttnn.constant"() <{value = dense<[[1, 1], [0, 2]]> : tensor<2x2xui32>}> : () -> tensor<2x2xui32>
  %1 = "ttnn.embedding"(%j, %w) : (tensor<2x2xui32>, tensor<3x3xbf16>) -> tensor<2x2x3xbf16>
  check.expect_eq_const %1, dense<[[[4.0, 5.0, 6.0], [4.0, 5.0, 6.0]], [[1.0, -2.0, 0.5], [7.0, 8.0, 9.0]]]> : tensor<2x2x3xbf16>
  return
}

// A weight may have dimensions of one element in front, ids may be one number.
func.func @in_front() {
  %w = "ttnn.constant"() <{value = dense<[[[[1, 2], [3, 4], [5, 6]]]]> : tensor<1x1x3x2xi32>}> : () -> tensor<1x1x3x2xi32>
  %i = "ttnn.constant"() <{value = dense<[2, 1]> : tensor<2xui16>}> : () -> tensor<2xui16>
  %0 = "ttnn.embedding"(%i, %w) : (tensor<2xui16>, tensor<1x1x3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[5, 6], [3, 4]]> : tensor<2x2xi32>
  %j = "ttnn.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %1 = "ttnn.embedding"(%j, %w) : (tensor<i32>, tensor<1x1x3x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[3, 4]> : tensor<2xi32>
  return
}

// As tt-mlir prints it, with places: they change no value.
#dram = #ttnn.buffer_type<dram>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2xui32, #dram>, <interleaved>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
func.func @placed() {
  %w = "ttnn.constant"() <{value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xbf16>}> : () -> tensor<2x2xbf16>
  %i = "ttnn.constant"() <{value = dense<[[1, 0]]> : tensor<1x2xui32>}> : () -> tensor<1x2xui32>
  %t = "ttnn.to_layout"(%w) <{layout = #ttnn.layout<tile>}> : (tensor<2x2xbf16>) -> tensor<2x2xbf16, #tiles>
  %r = "ttnn.to_layout"(%i) <{layout = #ttnn.layout<row_major>}> : (tensor<1x2xui32>) -> tensor<1x2xui32, #rows>
  %0 = "ttnn.embedding"(%r, %t) : (tensor<1x2xui32, #rows>, tensor<2x2xbf16, #tiles>) -> tensor<1x2x2xbf16>
  check.expect_eq_const %0, dense<[[[3.0, 4.0], [1.0, 2.0]]]> : tensor<1x2x2xbf16>
  return
}

func.func @of_nothing() {
  %w = "ttnn.constant"() <{value = dense<> : tensor<0x2xbf16>}> : () -> tensor<0x2xbf16>
  %i = "ttnn.constant"() <{value = dense<> : tensor<0xui32>}> : () -> tensor<0xui32>
  %0 = "ttnn.embedding"(%i, %w) : (tensor<0xui32>, tensor<0x2xbf16>) -> tensor<0x2xbf16>
  check.expect_eq_const %0, dense<> : tensor<0x2xbf16>
  return
}
