// TTNN's ops that make tensors and look at them in another way.

func.func @made() {
  %0 = "ttnn.full"() <{dtype = #ttcore.supportedDataTypes<bf16>, fill_value = 1.5 : f32, layout = #ttnn.layout<tile>, shape = #ttnn.shape<2x1>}> : () -> tensor<2x1xbf16>
  check.expect_eq_const %0, dense<[[1.5], [1.5]]> : tensor<2x1xbf16>
  %1 = "ttnn.full"() <{fill_value = -3 : i32}> : () -> tensor<i32>
  check.expect_eq_const %1, dense<-3> : tensor<i32>
  %2 = "ttnn.arange"() <{start = 4 : i64, end = 11 : i64, step = 3 : i64}> : () -> tensor<3xbf16>
  check.expect_eq_const %2, dense<[4.0, 7.0, 10.0]> : tensor<3xbf16>
  %3 = "ttnn.arange"() <{start = 2 : i64, end = -3 : i64, step = -2 : i64}> : () -> tensor<3xi32>
  check.expect_eq_const %3, dense<[2, 0, -2]> : tensor<3xi32>
  return
}

func.func @views() {
  %x = "ttnn.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %0 = "ttnn.permute"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  %1 = "ttnn.reshape"(%0) <{shape = [2 : i32, 3 : i32]}> : (tensor<3x2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[1, 4, 2], [5, 3, 6]]> : tensor<2x3xi32>
  %2 = "ttnn.reshape"(%x) <{shape = [-1 : i32]}> : (tensor<2x3xi32>) -> tensor<6xi32>
  check.expect_eq_const %2, dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %3 = "ttnn.slice_static"(%x) <{begins = [0 : i32, 0 : i32], ends = [2 : i32, 3 : i32], step = [1 : i32, 2 : i32]}> : (tensor<2x3xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[1, 3], [4, 6]]> : tensor<2x2xi32>
  return
}

func.func @repeats() {
  %x = "ttnn.constant"() <{value = dense<[[1], [2]]> : tensor<2x1xi32>}> : () -> tensor<2x1xi32>
  %0 = "ttnn.repeat"(%x) <{repeat_dims = #ttnn.shape<1x3>}> : (tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[1, 1, 1], [2, 2, 2]]> : tensor<2x3xi32>
  %1 = "ttnn.repeat"(%x) <{repeat_dims = #ttnn.shape<2x2>}> : (tensor<2x1xi32>) -> tensor<4x2xi32>
  check.expect_eq_const %1, dense<[[1, 1], [2, 2], [1, 1], [2, 2]]> : tensor<4x2xi32>
  return
}

func.func @joined() {
  %x = "ttnn.constant"() <{value = dense<[[1, 2]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %y = "ttnn.constant"() <{value = dense<[[3]]> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %0 = "ttnn.concat"(%x, %y) <{dim = -1 : si32}> : (tensor<1x2xi32>, tensor<1x1xi32>) -> tensor<1x3xi32>
  check.expect_eq_const %0, dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %1 = "ttnn.pad"(%x) <{padding = array<i32: 0, 1, 1, 0>, use_multicore = true, value = 9.0 : f32}> : (tensor<1x2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[9, 1, 2], [9, 9, 9]]> : tensor<2x3xi32>
  return
}
