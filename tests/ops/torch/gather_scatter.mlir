// torch.aten gathers and scatters: indices shorter than self and than src, duplicates, reductions.

func.func @gather() {
  %b = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %n = arith.constant dense<[[2, 0, 0, 1]]> : tensor<1x4xi64>
  %x = torch_c.from_builtin_tensor %b : tensor<2x3xf32> -> !torch.vtensor<[2,3],f32>
  %i = torch_c.from_builtin_tensor %n : tensor<1x4xi64> -> !torch.vtensor<[1,4],si64>
  %d = "torch.constant.int"() <{value = -1 : i64}> : () -> !torch.int
  %f = "torch.constant.bool"() <{value = false}> : () -> !torch.bool
  %y = torch.aten.gather %x, %d, %i, %f : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[1,4],si64>, !torch.bool -> !torch.vtensor<[1,4],f32>
  %z = torch_c.to_builtin_tensor %y : !torch.vtensor<[1,4],f32> -> tensor<1x4xf32>
  check.expect_eq_const %z, dense<[[3.0, 1.0, 1.0, 2.0]]> : tensor<1x4xf32>
  return
}

func.func @gather_nothing() {
  %b = arith.constant dense<[1, 2]> : tensor<2xi32>
  %n = arith.constant dense<> : tensor<0xi64>
  %x = torch_c.from_builtin_tensor %b : tensor<2xi32> -> !torch.vtensor<[2],si32>
  %i = torch_c.from_builtin_tensor %n : tensor<0xi64> -> !torch.vtensor<[0],si64>
  %d = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %f = "torch.constant.bool"() <{value = false}> : () -> !torch.bool
  %y = torch.aten.gather %x, %d, %i, %f : !torch.vtensor<[2],si32>, !torch.int, !torch.vtensor<[0],si64>, !torch.bool -> !torch.vtensor<[?],si32>
  %z = torch_c.to_builtin_tensor %y : !torch.vtensor<[?],si32> -> tensor<0xi32>
  check.expect_eq_const %z, dense<> : tensor<0xi32>
  return
}

func.func @select_and_embedding() {
  %b = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %n = arith.constant dense<[1, 0, 1]> : tensor<3xi32>
  %m = arith.constant dense<[[2, 2], [0, 1]]> : tensor<2x2xi64>
  %x = torch_c.from_builtin_tensor %b : tensor<3x2xf32> -> !torch.vtensor<[3,2],f32>
  %i = torch_c.from_builtin_tensor %n : tensor<3xi32> -> !torch.vtensor<[3],si32>
  %j = torch_c.from_builtin_tensor %m : tensor<2x2xi64> -> !torch.vtensor<[2,2],si64>
  %d = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %p = "torch.constant.int"() <{value = -1 : i64}> : () -> !torch.int
  %f = "torch.constant.bool"() <{value = false}> : () -> !torch.bool
  %y = torch.aten.index_select %x, %d, %i : !torch.vtensor<[3,2],f32>, !torch.int, !torch.vtensor<[3],si32> -> !torch.vtensor<[3,3],f32>
  %z = torch_c.to_builtin_tensor %y : !torch.vtensor<[3,3],f32> -> tensor<3x3xf32>
  check.expect_eq_const %z, dense<[[2.0, 1.0, 2.0], [4.0, 3.0, 4.0], [6.0, 5.0, 6.0]]> : tensor<3x3xf32>
  %e = torch.aten.embedding %x, %j, %p, %f, %f : !torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],si64>, !torch.int, !torch.bool, !torch.bool -> !torch.vtensor<[2,2,2],f32>
  %g = torch_c.to_builtin_tensor %e : !torch.vtensor<[2,2,2],f32> -> tensor<2x2x2xf32>
  check.expect_eq_const %g, dense<[[[5.0, 6.0], [5.0, 6.0]], [[1.0, 2.0], [3.0, 4.0]]]> : tensor<2x2x2xf32>
  return
}

// src has one row and one column more than index: they stay out.
func.func @scatter() {
  %b = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %n = arith.constant dense<[[2, 2]]> : tensor<1x2xi64>
  %u = arith.constant dense<[[10, 20, 30], [40, 50, 60]]> : tensor<2x3xi64>
  %x = torch_c.from_builtin_tensor %b : tensor<2x3xi64> -> !torch.vtensor<[2,3],si64>
  %i = torch_c.from_builtin_tensor %n : tensor<1x2xi64> -> !torch.vtensor<[1,2],si64>
  %s = torch_c.from_builtin_tensor %u : tensor<2x3xi64> -> !torch.vtensor<[2,3],si64>
  %d = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %t = "torch.constant.bool"() <{value = true}> : () -> !torch.bool
  %max = "torch.constant.str"() <{value = "amax"}> : () -> !torch.str
  %prod = "torch.constant.str"() <{value = "prod"}> : () -> !torch.str
  %0 = torch.aten.scatter.src %x, %d, %i, %s : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[1,2],si64>, !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],si64>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %1, dense<[[1, 2, 20], [4, 5, 6]]> : tensor<2x3xi64>
  %2 = torch.aten.scatter_add %x, %d, %i, %s : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[1,2],si64>, !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],si64>
  %3 = torch_c.to_builtin_tensor %2 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %3, dense<[[1, 2, 33], [4, 5, 6]]> : tensor<2x3xi64>
  %4 = torch.aten.scatter_reduce.two %x, %d, %i, %s, %max, %t : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[1,2],si64>, !torch.vtensor<[2,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %5 = torch_c.to_builtin_tensor %4 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %5, dense<[[1, 2, 20], [4, 5, 6]]> : tensor<2x3xi64>
  %6 = torch.aten.scatter_reduce.two %x, %d, %i, %s, %prod, %t : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[1,2],si64>, !torch.vtensor<[2,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %7 = torch_c.to_builtin_tensor %6 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %7, dense<[[1, 2, 600], [4, 5, 6]]> : tensor<2x3xi64>
  return
}
