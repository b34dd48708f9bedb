// ttnn.scatter: a copy of input in which input[i with i[dim] = index[i]] has met source[i], in ascending order.

// TT-15: the last of several wins; an index outside, negative ones included, is skipped. TT-13: source may be larger than index.
func.func @replace() {
  %x = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>}> : () -> tensor<3x3xi32>
  %i = "ttnn.constant"() <{value = dense<[[2, 2], [-1, 0]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %s = "ttnn.constant"() <{value = dense<[[10, 20, 30], [40, 50, 60]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 1 : i32}> : (tensor<3x3xi32>, tensor<2x2xi32>, tensor<2x3xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %0, dense<[[1, 2, 20], [50, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  check.expect_eq_const %x, dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  return
}

func.func @reduce_f32() {
  %x = "ttnn.full"() <{fill_value = 2.0 : f32, shape = #ttnn.shape<4>}> : () -> tensor<4xf32>
  %i = "ttnn.constant"() <{value = dense<[1, 1, 3]> : tensor<3xui8>}> : () -> tensor<3xui8>
  %s = "ttnn.constant"() <{value = dense<[3.0, 4.0, 0.5]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<4xf32>, tensor<3xui8>, tensor<3xf32>) -> tensor<4xf32>
  check.expect_eq_const %0, dense<[2.0, 9.0, 2.0, 2.5]> : tensor<4xf32>
  %1 = "ttnn.scatter"(%x, %i, %s, %0) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<prod>}> : (tensor<4xf32>, tensor<3xui8>, tensor<3xf32>, tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq_const %1, dense<[2.0, 24.0, 2.0, 1.0]> : tensor<4xf32>
  return
}

// TT-16: bf16 has 8 bits; 256 + 1 rounds back to 256 at each step, but eight ones at once make 264.
func.func @bf16_rounds_once() {
  %x = "ttnn.constant"() <{value = dense<[256.0, 1.0]> : tensor<2xbf16>}> : () -> tensor<2xbf16>
  %i = "ttnn.full"() <{fill_value = 0 : i32, shape = #ttnn.shape<8>}> : () -> tensor<8xui16>
  %s = "ttnn.full"() <{fill_value = 1.0 : f32, shape = #ttnn.shape<8>}> : () -> tensor<8xbf16>
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<2xbf16>, tensor<8xui16>, tensor<8xbf16>) -> tensor<2xbf16>
  check.expect_eq_const %0, dense<[264.0, 1.0]> : tensor<2xbf16>
  return
}

// An element that no update reached keeps its bits, a NaN's too.
func.func @bf16_nan_bits() {
  %x = "ttnn.constant"() <{value = dense<[0x7F81, 0xFFC1, 1.0]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
  %i = "ttnn.constant"() <{value = dense<[2]> : tensor<1xui16>}> : () -> tensor<1xui16>
  %s = "ttnn.constant"() <{value = dense<[1.0]> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<3xbf16>, tensor<1xui16>, tensor<1xbf16>) -> tensor<3xbf16>
  %bits = stablehlo.bitcast_convert %0 : (tensor<3xbf16>) -> tensor<3xui16>
  check.expect_eq_const %bits, dense<[32641, 65473, 16384]> : tensor<3xui16>
  return
}

// The larger and the smaller of two are not rounded: bf16's too are what they were.
func.func @order() {
  %x = "ttnn.constant"() <{value = dense<[2.0, 2.0, 2.0]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
  %i = "ttnn.constant"() <{value = dense<[0, 0, 2, 7]> : tensor<4xui16>}> : () -> tensor<4xui16>
  %s = "ttnn.constant"() <{value = dense<[5.0, 3.0, 1.0, 9.0]> : tensor<4xbf16>}> : () -> tensor<4xbf16>
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<max>}> : (tensor<3xbf16>, tensor<4xui16>, tensor<4xbf16>) -> tensor<3xbf16>
  check.expect_eq_const %0, dense<[5.0, 2.0, 2.0]> : tensor<3xbf16>
  %y = "ttnn.constant"() <{value = dense<[[4, -3], [0, 7]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %j = "ttnn.constant"() <{value = dense<[[1], [1]]> : tensor<2x1xui32>}> : () -> tensor<2x1xui32>
  %t = "ttnn.constant"() <{value = dense<[[-5], [8]]> : tensor<2x1xi32>}> : () -> tensor<2x1xi32>
  %1 = "ttnn.scatter"(%y, %j, %t) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<min>}> : (tensor<2x2xi32>, tensor<2x1xui32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[4, -5], [0, 7]]> : tensor<2x2xi32>
  return
}

func.func @scalars() {
  %x = "ttnn.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %in = "ttnn.constant"() <{value = dense<0> : tensor<ui16>}> : () -> tensor<ui16>
  %out = "ttnn.constant"() <{value = dense<1> : tensor<ui16>}> : () -> tensor<ui16>
  %s = "ttnn.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %0 = "ttnn.scatter"(%x, %in, %s) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<i32>, tensor<ui16>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<7> : tensor<i32>
  %1 = "ttnn.scatter"(%x, %out, %s) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<i32>, tensor<ui16>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %1, dense<3> : tensor<i32>
  return
}

func.func @nothing_to_scatter() {
  %x = "ttnn.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %i = "ttnn.constant"() <{value = dense<> : tensor<0xui32>}> : () -> tensor<0xui32>
  %s = "ttnn.constant"() <{value = dense<[5]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 0 : i32}> : (tensor<2xi32>, tensor<0xui32>, tensor<1xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[1, 2]> : tensor<2xi32>
  %y = "ttnn.constant"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %j = "ttnn.constant"() <{value = dense<[0]> : tensor<1xui32>}> : () -> tensor<1xui32>
  %1 = "ttnn.scatter"(%y, %j, %s) <{dim = 0 : i32}> : (tensor<0xi32>, tensor<1xui32>, tensor<1xi32>) -> tensor<0xi32>
  check.expect_eq_const %1, dense<> : tensor<0xi32>
  return
}
