// ttnn.gather: out[i] = input[i with i[dim] = index[i]]; index may be shorter beside dim; indices are ui16 or ui32.

func.func @every_dtype() {
  %i = "ttnn.constant"() <{value = dense<[[2, 0], [1, 1]]> : tensor<2x2xui16>}> : () -> tensor<2x2xui16>
  %a = "ttnn.constant"() <{value = dense<[[1.0, -2.0, 0.5], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  %0 = "ttnn.gather"(%a, %i) <{dim = 1 : i32}> : (tensor<2x3xf32>, tensor<2x2xui16>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[0.5, 1.0], [5.0, 5.0]]> : tensor<2x2xf32>
  %b = "ttnn.typecast"(%a) <{dtype = #ttcore.supportedDataTypes<bf16>}> : (tensor<2x3xf32>) -> tensor<2x3xbf16>
  %1 = "ttnn.gather"(%b, %i) <{dim = -1 : i32}> : (tensor<2x3xbf16>, tensor<2x2xui16>) -> tensor<2x2xbf16>
  check.expect_eq_const %1, dense<[[0.5, 1.0], [5.0, 5.0]]> : tensor<2x2xbf16>
  %c = "ttnn.constant"() <{value = dense<[[7, 8, 65535], [1, 2, 3]]> : tensor<2x3xui16>}> : () -> tensor<2x3xui16>
  %2 = "ttnn.gather"(%c, %i) <{dim = 1 : si32}> : (tensor<2x3xui16>, tensor<2x2xui16>) -> tensor<2x2xui16>
  check.expect_eq_const %2, dense<[[65535, 7], [2, 2]]> : tensor<2x2xui16>
  %d = "ttnn.constant"() <{value = dense<[[7, 8, 4294967295], [1, 2, 3]]> : tensor<2x3xui32>}> : () -> tensor<2x3xui32>
  %3 = "ttnn.gather"(%d, %i) <{dim = 1 : i32, sparse_grad = false}> : (tensor<2x3xui32>, tensor<2x2xui16>) -> tensor<2x2xui32>
  check.expect_eq_const %3, dense<[[4294967295, 7], [2, 2]]> : tensor<2x2xui32>
  %e = "ttnn.constant"() <{value = dense<[[7, 8, -9], [1, 2, 3]]> : tensor<2x3xsi32>}> : () -> tensor<2x3xsi32>
  %4 = "ttnn.gather"(%e, %i) <{dim = 1 : i32}> : (tensor<2x3xsi32>, tensor<2x2xui16>) -> tensor<2x2xsi32>
  %5 = "ttnn.typecast"(%4) <{dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<2x2xsi32>) -> tensor<2x2xi32>
  check.expect_eq_const %5, dense<[[-9, 7], [2, 2]]> : tensor<2x2xi32>
  return
}

// TT-1: every dimension but dim may be shorter, dim itself longer.
func.func @smaller_index_in_the_middle() {
  %x = "ttnn.constant"() <{value = dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>}> : () -> tensor<2x2x2xi32>
  %i = "ttnn.constant"() <{value = dense<[[[1], [0], [1]]]> : tensor<1x3x1xui32>}> : () -> tensor<1x3x1xui32>
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<2x2x2xi32>, tensor<1x3x1xui32>) -> tensor<1x3x1xi32>
  check.expect_eq_const %0, dense<[[[3], [1], [3]]]> : tensor<1x3x1xi32>
  return
}

// TT-4: TTNN answers the index tensor for an index of shape {}, and crashes for {1}. Here both give input's value.
func.func @scalars() {
  %x = "ttnn.constant"() <{value = dense<7.5> : tensor<f32>}> : () -> tensor<f32>
  %i = "ttnn.constant"() <{value = dense<0> : tensor<ui16>}> : () -> tensor<ui16>
  %0 = "ttnn.gather"(%x, %i) <{dim = -1 : i32}> : (tensor<f32>, tensor<ui16>) -> tensor<f32>
  check.expect_eq_const %0, dense<7.5> : tensor<f32>
  %y = "ttnn.constant"() <{value = dense<[8.5]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %j = "ttnn.constant"() <{value = dense<[0]> : tensor<1xui16>}> : () -> tensor<1xui16>
  %1 = "ttnn.gather"(%y, %j) <{dim = 0 : i32}> : (tensor<1xf32>, tensor<1xui16>) -> tensor<1xf32>
  check.expect_eq_const %1, dense<[8.5]> : tensor<1xf32>
  return
}

// No index, no elements; an empty input is fine then too.
func.func @no_indices() {
  %x = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %i = "ttnn.constant"() <{value = dense<> : tensor<2x0xui32>}> : () -> tensor<2x0xui32>
  %0 = "ttnn.gather"(%x, %i) <{dim = 1 : i32}> : (tensor<2x3xi32>, tensor<2x0xui32>) -> tensor<2x0xi32>
  check.expect_eq_const %0, dense<> : tensor<2x0xi32>
  %y = "ttnn.constant"() <{value = dense<> : tensor<2x0xi32>}> : () -> tensor<2x0xi32>
  %1 = "ttnn.gather"(%y, %i) <{dim = 1 : i32}> : (tensor<2x0xi32>, tensor<2x0xui32>) -> tensor<2x0xi32>
  check.expect_eq_const %1, dense<> : tensor<2x0xi32>
  return
}

// Beyond the 65536 elements of a row at which the hardware's 16-bit offsets wrap (TT-10).
func.func @long_row() {
  %x = "ttnn.arange"() <{start = 0 : i64, end = 70000 : i64, step = 1 : i64}> : () -> tensor<70000xi32>
  %i = "ttnn.constant"() <{value = dense<[69999, 65536, 0]> : tensor<3xui32>}> : () -> tensor<3xui32>
  %0 = "ttnn.gather"(%x, %i) <{dim = 0 : i32}> : (tensor<70000xi32>, tensor<3xui32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[69999, 65536, 0]> : tensor<3xi32>
  return
}
