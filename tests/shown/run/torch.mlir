// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @aten_Int_Tensor() {
  %y = torch.vtensor.literal(dense<true> : tensor<i1>) : !torch.vtensor<[],i1>
  %j = torch.aten.Int.Tensor %y : !torch.vtensor<[],i1> -> !torch.int
  return
}

// -----

func.func @aten_add_Tensor() {
  %x = torch.vtensor.literal(dense<[(1.0, 2.0), (3.0, -1.0), (0.0, 0.5)]> : tensor<3xcomplex<f32>>) : !torch.vtensor<[3],complex<f32>>
  %two = torch.constant.int 2
  %0 = torch.aten.add.Tensor %x, %x, %two : !torch.vtensor<[3],complex<f32>>, !torch.vtensor<[3],complex<f32>>, !torch.int -> !torch.vtensor<[3],complex<f32>>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[3],complex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_eq_const %1, dense<[(3.0, 6.0), (9.0, -3.0), (0.0, 1.5)]> : tensor<3xcomplex<f32>>
  return
}

// -----

func.func @aten_bitwise_and_Tensor() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %14 = torch.aten.bitwise_and.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %15 = torch_c.to_builtin_tensor %14 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %15, dense<[[0, -2, 2], [0, 4, 2]]> : tensor<2x3xi64>
  return
}

// -----

func.func @aten_bitwise_not() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %20 = torch.aten.bitwise_not %0 : !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],si64>
  %21 = torch_c.to_builtin_tensor %20 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %21, dense<[[-2, 1, -4], [-5, -6, 5]]> : tensor<2x3xi64>
  return
}

// -----

func.func @aten_bitwise_or_Tensor() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %16 = torch.aten.bitwise_or.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %17 = torch_c.to_builtin_tensor %16 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %17, dense<[[3, -2, 3], [6, -1, -6]]> : tensor<2x3xi64>
  return
}

// -----

func.func @aten_bitwise_xor_Tensor() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %18 = torch.aten.bitwise_xor.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %19 = torch_c.to_builtin_tensor %18 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %19, dense<[[3, 0, 1], [6, -5, -8]]> : tensor<2x3xi64>
  return
}

// -----

func.func @aten_cat() {
  %0 = torch.vtensor.literal(dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %63 = torch.prim.ListConstruct %0 : (!torch.vtensor<[2,3],si64>) -> !torch.list<vtensor>
  %64 = torch.constant.int -2
  %65 = torch.aten.cat %63, %64 : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,3],si64>
  %66 = torch_c.to_builtin_tensor %65 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %66, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  return
}

// -----

func.func @aten_clamp() {
  %33 = torch.vtensor.literal(dense<[1.0, -0.75, -3.0]> : tensor<3xf32>) : !torch.vtensor<[3],f32>
  %34 = torch.constant.float -0.5
  %35 = torch.constant.int 1
  %36 = torch.aten.clamp %33, %34, %35 : !torch.vtensor<[3],f32>, !torch.float, !torch.int -> !torch.vtensor<[3],f32>
  %37 = torch_c.to_builtin_tensor %36 : !torch.vtensor<[3],f32> -> tensor<3xf32>
  check.expect_eq_const %37, dense<[1.0, -0.5, -0.5]> : tensor<3xf32>
  return
}

// -----

func.func @aten_constant_pad_nd() {
  %x = torch.vtensor.literal(dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %nine = torch.constant.int 9
  %l = torch.prim.ListConstruct %one, %two : (!torch.int, !torch.int) -> !torch.list<int>
  %r = torch.aten.constant_pad_nd %x, %l, %nine : !torch.vtensor<[2,3],si64>, !torch.list<int>, !torch.int -> !torch.vtensor<[2,6],si64>
  %rr = torch_c.to_builtin_tensor %r : !torch.vtensor<[2,6],si64> -> tensor<2x6xi64>
  check.expect_eq_const %rr, dense<[[9, 0, 1, 2, 9, 9], [9, 3, 4, 5, 9, 9]]> : tensor<2x6xi64>
  return
}

// -----

func.func @aten_embedding() {
  %b = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %m = arith.constant dense<[[2, 2], [0, 1]]> : tensor<2x2xi64>
  %x = torch_c.from_builtin_tensor %b : tensor<3x2xf32> -> !torch.vtensor<[3,2],f32>
  %j = torch_c.from_builtin_tensor %m : tensor<2x2xi64> -> !torch.vtensor<[2,2],si64>
  %p = "torch.constant.int"() <{value = -1 : i64}> : () -> !torch.int
  %f = "torch.constant.bool"() <{value = false}> : () -> !torch.bool
  %e = torch.aten.embedding %x, %j, %p, %f, %f : !torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],si64>, !torch.int, !torch.bool, !torch.bool -> !torch.vtensor<[2,2,2],f32>
  %g = torch_c.to_builtin_tensor %e : !torch.vtensor<[2,2,2],f32> -> tensor<2x2x2xf32>
  check.expect_eq_const %g, dense<[[[5.0, 6.0], [5.0, 6.0]], [[1.0, 2.0], [3.0, 4.0]]]> : tensor<2x2x2xf32>
  return
}

// -----

func.func @aten_eq_Tensor() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %2 = torch.aten.eq.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],i1>
  %3 = torch_c.to_builtin_tensor %2 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %3, dense<[[false, true, false], [false, false, false]]> : tensor<2x3xi1>
  return
}

// -----

func.func @aten_expand() {
  %0 = torch.vtensor.literal(dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %33 = torch.constant.int 2
  %34 = torch.constant.int 2
  %35 = torch.constant.int 3
  %36 = torch.prim.ListConstruct %33, %34, %35 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %37 = torch.constant.bool false
  %38 = torch.aten.expand %0, %36, %37 : !torch.vtensor<[2,3],si64>, !torch.list<int>, !torch.bool -> !torch.vtensor<[2,2,3],si64>
  %39 = torch_c.to_builtin_tensor %38 : !torch.vtensor<[2,2,3],si64> -> tensor<2x2x3xi64>
  check.expect_eq_const %39, dense<[[[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 5]]]> : tensor<2x2x3xi64>
  return
}

// -----

func.func @aten_gather() {
  %0 = torch.vtensor.literal(dense<5> : tensor<si64>) : !torch.vtensor<[],si64>
  %1 = torch.constant.int 0
  %2 = torch.vtensor.literal(dense<0> : tensor<si64>) : !torch.vtensor<[],si64>
  %6 = torch.constant.bool false
  %7 = torch.aten.gather %0, %1, %2, %6 : !torch.vtensor<[],si64>, !torch.int, !torch.vtensor<[],si64>, !torch.bool -> !torch.vtensor<[],si64>
  %8 = torch_c.to_builtin_tensor %7 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %8, dense<5> : tensor<i64>
  return
}

// -----

func.func @aten_ge_Tensor() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %12 = torch.aten.ge.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],i1>
  %13 = torch_c.to_builtin_tensor %12 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %13, dense<[[false, true, true], [true, true, false]]> : tensor<2x3xi1>
  return
}

// -----

func.func @aten_gt_Tensor() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %10 = torch.aten.gt.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],i1>
  %11 = torch_c.to_builtin_tensor %10 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %11, dense<[[false, false, true], [true, true, false]]> : tensor<2x3xi1>
  return
}

// -----

func.func @aten_index_Tensor() {
  %0 = torch.vtensor.literal(dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xsi64>) : !torch.vtensor<[2,3,4],si64>
  %1 = torch.vtensor.literal(dense<[1, -1, 0]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %4 = torch.constant.none
  %11 = torch.prim.ListConstruct %4, %1 : (!torch.none, !torch.vtensor<[3],si64>) -> !torch.list<optional<vtensor>>
  %12 = torch.aten.index.Tensor %0, %11 : !torch.vtensor<[2,3,4],si64>, !torch.list<optional<vtensor>> -> !torch.vtensor<[2,3,4],si64>
  %13 = torch_c.to_builtin_tensor %12 : !torch.vtensor<[2,3,4],si64> -> tensor<2x3x4xi64>
  check.expect_eq_const %13, dense<[[[4, 5, 6, 7], [8, 9, 10, 11], [0, 1, 2, 3]], [[16, 17, 18, 19], [20, 21, 22, 23], [12, 13, 14, 15]]]> : tensor<2x3x4xi64>
  return
}

// -----

func.func @aten_index_Tensor_hacked_twin() {
  %0 = torch.vtensor.literal(dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xsi64>) : !torch.vtensor<[2,3,4],si64>
  %1 = torch.vtensor.literal(dense<[1, -1, 0]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %5 = torch.prim.ListConstruct %1 : (!torch.vtensor<[3],si64>) -> !torch.list<vtensor>
  %6 = torch.aten.index.Tensor_hacked_twin %0, %5 : !torch.vtensor<[2,3,4],si64>, !torch.list<vtensor> -> !torch.vtensor<[3,3,4],si64>
  %7 = torch_c.to_builtin_tensor %6 : !torch.vtensor<[3,3,4],si64> -> tensor<3x3x4xi64>
  check.expect_eq_const %7, dense<[[[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]], [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]]> : tensor<3x3x4xi64>
  return
}

// -----

func.func @aten_index_add() {
  %14 = torch.vtensor.literal(dense<5> : tensor<si64>) : !torch.vtensor<[],si64>
  %15 = torch.constant.int 0
  %16 = torch.vtensor.literal(dense<0> : tensor<si64>) : !torch.vtensor<[],si64>
  %17 = torch.vtensor.literal(dense<[7]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %18 = torch.constant.int 2
  %19 = torch.aten.index_add %14, %15, %16, %17, %18 : !torch.vtensor<[],si64>, !torch.int, !torch.vtensor<[],si64>, !torch.vtensor<[1],si64>, !torch.int -> !torch.vtensor<[],si64>
  %20 = torch_c.to_builtin_tensor %19 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %20, dense<19> : tensor<i64>
  return
}

// -----

func.func @aten_index_copy() {
  %21 = torch.vtensor.literal(dense<[7]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %22 = torch.constant.int 0
  %23 = torch.vtensor.literal(dense<0> : tensor<si64>) : !torch.vtensor<[],si64>
  %24 = torch.vtensor.literal(dense<5> : tensor<si64>) : !torch.vtensor<[],si64>
  %25 = torch.aten.index_copy %21, %22, %23, %24 : !torch.vtensor<[1],si64>, !torch.int, !torch.vtensor<[],si64>, !torch.vtensor<[],si64> -> !torch.vtensor<[1],si64>
  %26 = torch_c.to_builtin_tensor %25 : !torch.vtensor<[1],si64> -> tensor<1xi64>
  check.expect_eq_const %26, dense<[5]> : tensor<1xi64>
  return
}

// -----

func.func @aten_index_put() {
  %0 = torch.vtensor.literal(dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xsi64>) : !torch.vtensor<[2,3,4],si64>
  %1 = torch.vtensor.literal(dense<[1, -1, 0]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %4 = torch.constant.none
  %30 = torch.prim.ListConstruct %4, %1 : (!torch.none, !torch.vtensor<[3],si64>) -> !torch.list<optional<vtensor>>
  %31 = torch.vtensor.literal(dense<101> : tensor<si64>) : !torch.vtensor<[],si64>
  %32 = torch.constant.bool false
  %33 = torch.aten.index_put %0, %30, %31, %32 : !torch.vtensor<[2,3,4],si64>, !torch.list<optional<vtensor>>, !torch.vtensor<[],si64>, !torch.bool -> !torch.vtensor<[2,3,4],si64>
  %34 = torch_c.to_builtin_tensor %33 : !torch.vtensor<[2,3,4],si64> -> tensor<2x3x4xi64>
  check.expect_eq_const %34, dense<[[[101, 101, 101, 101], [101, 101, 101, 101], [101, 101, 101, 101]], [[101, 101, 101, 101], [101, 101, 101, 101], [101, 101, 101, 101]]]> : tensor<2x3x4xi64>
  return
}

// -----

func.func @aten_index_select() {
  %0 = torch.vtensor.literal(dense<5> : tensor<si64>) : !torch.vtensor<[],si64>
  %1 = torch.constant.int 0
  %2 = torch.vtensor.literal(dense<0> : tensor<si64>) : !torch.vtensor<[],si64>
  %15 = torch.aten.index_select %0, %1, %2 : !torch.vtensor<[],si64>, !torch.int, !torch.vtensor<[],si64> -> !torch.vtensor<[],si64>
  %16 = torch_c.to_builtin_tensor %15 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %16, dense<5> : tensor<i64>
  return
}

// -----

func.func @aten_le_Tensor() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %8 = torch.aten.le.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],i1>
  %9 = torch_c.to_builtin_tensor %8 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %9, dense<[[true, true, false], [false, false, true]]> : tensor<2x3xi1>
  return
}

// -----

func.func @aten_logical_and() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %22 = torch.vtensor.literal(dense<[[1, 0, 3], [0, 0, 2]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %23 = torch.aten.logical_and %0, %22 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],i1>
  %24 = torch_c.to_builtin_tensor %23 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %24, dense<[[true, false, true], [false, false, true]]> : tensor<2x3xi1>
  return
}

// -----

func.func @aten_logical_not() {
  %22 = torch.vtensor.literal(dense<[[1, 0, 3], [0, 0, 2]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %29 = torch.aten.logical_not %22 : !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],i1>
  %30 = torch_c.to_builtin_tensor %29 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %30, dense<[[false, true, false], [true, true, false]]> : tensor<2x3xi1>
  return
}

// -----

func.func @aten_logical_or() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %22 = torch.vtensor.literal(dense<[[1, 0, 3], [0, 0, 2]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %25 = torch.aten.logical_or %0, %22 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],i1>
  %26 = torch_c.to_builtin_tensor %25 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %26, dense<[[true, true, true], [true, true, true]]> : tensor<2x3xi1>
  return
}

// -----

func.func @aten_logical_xor() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %22 = torch.vtensor.literal(dense<[[1, 0, 3], [0, 0, 2]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %27 = torch.aten.logical_xor %0, %22 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],i1>
  %28 = torch_c.to_builtin_tensor %27 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %28, dense<[[false, true, false], [true, true, false]]> : tensor<2x3xi1>
  return
}

// -----

func.func @aten_lt_Tensor() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %6 = torch.aten.lt.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],i1>
  %7 = torch_c.to_builtin_tensor %6 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %7, dense<[[true, false, false], [false, false, true]]> : tensor<2x3xi1>
  return
}

// -----

func.func @aten_maximum() {
  %38 = torch.vtensor.literal(dense<[1.0, -0.75, -3.0]> : tensor<3xf32>) : !torch.vtensor<[3],f32>
  %39 = torch.vtensor.literal(dense<2.0> : tensor<f32>) : !torch.vtensor<[],f32>
  %40 = torch.aten.maximum %38, %39 : !torch.vtensor<[3],f32>, !torch.vtensor<[],f32> -> !torch.vtensor<[3],f32>
  %41 = torch_c.to_builtin_tensor %40 : !torch.vtensor<[3],f32> -> tensor<3xf32>
  check.expect_eq_const %41, dense<[2.0, 2.0, 2.0]> : tensor<3xf32>
  return
}

// -----

func.func @aten_minimum() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %13 = torch.aten.minimum %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %14 = torch_c.to_builtin_tensor %13 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %14, dense<[[1, -2, 2], [2, -2, -6]]> : tensor<2x3xi64>
  return
}

// -----

func.func @aten_mul_Tensor() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %11 = torch.aten.mul.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %12 = torch_c.to_builtin_tensor %11 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %12, dense<[[2, 4, 6], [8, -10, -12]]> : tensor<2x3xi64>
  return
}

// -----

func.func @aten_ne_Tensor() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %4 = torch.aten.ne.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],i1>
  %5 = torch_c.to_builtin_tensor %4 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %5, dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>
  return
}

// -----

func.func @aten_permute() {
  %0 = torch.vtensor.literal(dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %10 = torch.constant.int 1
  %11 = torch.constant.int -2
  %12 = torch.prim.ListConstruct %10, %11 : (!torch.int, !torch.int) -> !torch.list<int>
  %13 = torch.aten.permute %0, %12 : !torch.vtensor<[2,3],si64>, !torch.list<int> -> !torch.vtensor<[3,2],si64>
  %14 = torch_c.to_builtin_tensor %13 : !torch.vtensor<[3,2],si64> -> tensor<3x2xi64>
  check.expect_eq_const %14, dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>
  return
}

// -----

func.func @aten_reshape() {
  %0 = torch.vtensor.literal(dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %6 = torch.constant.int -1
  %7 = torch.prim.ListConstruct %6 : (!torch.int) -> !torch.list<int>
  %8 = torch.aten.reshape %0, %7 : !torch.vtensor<[2,3],si64>, !torch.list<int> -> !torch.vtensor<[6],si64>
  %9 = torch_c.to_builtin_tensor %8 : !torch.vtensor<[6],si64> -> tensor<6xi64>
  check.expect_eq_const %9, dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi64>
  return
}

// -----

func.func @aten_scatter_src() {
  %0 = torch.vtensor.literal(dense<5> : tensor<si64>) : !torch.vtensor<[],si64>
  %1 = torch.constant.int 0
  %2 = torch.vtensor.literal(dense<0> : tensor<si64>) : !torch.vtensor<[],si64>
  %5 = torch.vtensor.literal(dense<[8, 9]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %25 = torch.aten.scatter.src %0, %1, %2, %5 : !torch.vtensor<[],si64>, !torch.int, !torch.vtensor<[],si64>, !torch.vtensor<[2],si64> -> !torch.vtensor<[],si64>
  %26 = torch_c.to_builtin_tensor %25 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %26, dense<8> : tensor<i64>
  return
}

// -----

func.func @aten_scatter_add() {
  %0 = torch.vtensor.literal(dense<5> : tensor<si64>) : !torch.vtensor<[],si64>
  %1 = torch.constant.int 0
  %2 = torch.vtensor.literal(dense<0> : tensor<si64>) : !torch.vtensor<[],si64>
  %3 = torch.vtensor.literal(dense<[7]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %21 = torch.aten.scatter_add %3, %1, %2, %0 : !torch.vtensor<[1],si64>, !torch.int, !torch.vtensor<[],si64>, !torch.vtensor<[],si64> -> !torch.vtensor<[1],si64>
  %22 = torch_c.to_builtin_tensor %21 : !torch.vtensor<[1],si64> -> tensor<1xi64>
  check.expect_eq_const %22, dense<[12]> : tensor<1xi64>
  return
}

// -----

func.func @aten_select_int() {
  %x = torch.vtensor.literal(dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %one = torch.constant.int 1
  %last = torch.constant.int -1
  %r = torch.aten.select.int %x, %one, %last : !torch.vtensor<[2,3],si64>, !torch.int, !torch.int -> !torch.vtensor<[2],si64>
  %rr = torch_c.to_builtin_tensor %r : !torch.vtensor<[2],si64> -> tensor<2xi64>
  check.expect_eq_const %rr, dense<[2, 5]> : tensor<2xi64>
  return
}

// -----

func.func @aten_size_int() {
  %x = torch.vtensor.literal(dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %last = torch.constant.int -1
  %n = torch.aten.size.int %x, %last : !torch.vtensor<[2,3],si64>, !torch.int -> !torch.int
  return
}

// -----

func.func @aten_slice_Tensor() {
  %0 = torch.vtensor.literal(dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %52 = torch.constant.int 0
  %53 = torch.constant.int 2
  %54 = torch.constant.int 1
  %55 = torch.constant.int 1
  %56 = torch.aten.slice.Tensor %0, %52, %53, %54, %55 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[0,3],si64>
  %57 = torch_c.to_builtin_tensor %56 : !torch.vtensor<[0,3],si64> -> tensor<0x3xi64>
  check.expect_eq_const %57, dense<> : tensor<0x3xi64>
  return
}

// -----

func.func @aten_sub_Tensor() {
  %x = torch.vtensor.literal(dense<[(1.0, 2.0), (3.0, -1.0), (0.0, 0.5)]> : tensor<3xcomplex<f32>>) : !torch.vtensor<[3],complex<f32>>
  %half = torch.constant.float 0.5
  %2 = torch.aten.sub.Tensor %x, %x, %half : !torch.vtensor<[3],complex<f32>>, !torch.vtensor<[3],complex<f32>>, !torch.float -> !torch.vtensor<[3],complex<f32>>
  %3 = torch_c.to_builtin_tensor %2 : !torch.vtensor<[3],complex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_eq_const %3, dense<[(0.5, 1.0), (1.5, -0.5), (0.0, 0.25)]> : tensor<3xcomplex<f32>>
  return
}

// -----

func.func @aten_take_along_dim() {
  %0 = torch.vtensor.literal(dense<[[[0, 1, 2, 3, 4, 5]], [[6, 7, 8, 9, 10, 11]]]> : tensor<2x1x6xsi64>) : !torch.vtensor<[2,1,6],si64>
  %6 = torch.vtensor.literal(dense<[[[5, 0]], [[1, 1]]]> : tensor<2x1x2xsi64>) : !torch.vtensor<[2,1,2],si64>
  %7 = torch.constant.int 2
  %8 = torch.aten.take_along_dim %0, %6, %7 : !torch.vtensor<[2,1,6],si64>, !torch.vtensor<[2,1,2],si64>, !torch.int -> !torch.vtensor<[2,1,2],si64>
  %9 = torch_c.to_builtin_tensor %8 : !torch.vtensor<[2,1,2],si64> -> tensor<2x1x2xi64>
  check.expect_eq_const %9, dense<[[[5, 0]], [[7, 7]]]> : tensor<2x1x2xi64>
  return
}

// -----

func.func @aten_to_dtype() {
  %26 = torch.vtensor.literal(dense<[1.75, -1.75, 0.0]> : tensor<3xf32>) : !torch.vtensor<[3],f32>
  %27 = torch.constant.int 4
  %28 = torch.constant.bool false
  %29 = torch.constant.bool false
  %30 = torch.constant.none
  %31 = torch.aten.to.dtype %26, %27, %28, %29, %30 : !torch.vtensor<[3],f32>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[3],si64>
  %32 = torch_c.to_builtin_tensor %31 : !torch.vtensor<[3],si64> -> tensor<3xi64>
  check.expect_eq_const %32, dense<[1, -1, 0]> : tensor<3xi64>
  return
}

// -----

func.func @aten_unsqueeze() {
  %0 = torch.vtensor.literal(dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %23 = torch.constant.int 0
  %24 = torch.aten.unsqueeze %0, %23 : !torch.vtensor<[2,3],si64>, !torch.int -> !torch.vtensor<[1,2,3],si64>
  %25 = torch_c.to_builtin_tensor %24 : !torch.vtensor<[1,2,3],si64> -> tensor<1x2x3xi64>
  check.expect_eq_const %25, dense<[[[0, 1, 2], [3, 4, 5]]]> : tensor<1x2x3xi64>
  return
}

// -----

func.func @aten_view() {
  %73 = torch.vtensor.literal(dense<[3]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %74 = torch.prim.ListConstruct  : () -> !torch.list<int>
  %75 = torch.aten.view %73, %74 : !torch.vtensor<[1],si64>, !torch.list<int> -> !torch.vtensor<[],si64>
  %76 = torch_c.to_builtin_tensor %75 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %76, dense<3> : tensor<i64>
  return
}

// -----

func.func @aten_where_self() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %31 = torch.vtensor.literal(dense<[[true], [false]]> : tensor<2x1xi1>) : !torch.vtensor<[2,1],i1>
  %32 = torch.aten.where.self %31, %0, %1 : !torch.vtensor<[2,1],i1>, !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %33 = torch_c.to_builtin_tensor %32 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %33, dense<[[1, -2, 3], [2, -2, 2]]> : tensor<2x3xi64>
  return
}

// -----

func.func @constant_bool() {
  %5 = torch.constant.bool true
  return
}

// -----

func.func @constant_int() {
  %2 = torch.constant.int 1
  return
}

// -----

func.func @constant_none() {
  %4 = torch.constant.none
  return
}

// -----

func.func @constant_str() {
  %4 = torch.constant.str "sum"
  return
}

// -----

func.func @prim_ListConstruct() {
  %74 = torch.prim.ListConstruct  : () -> !torch.list<int>
  return
}

// -----

func.func @prim_NumToTensor_Scalar() {
  %y = torch.vtensor.literal(dense<true> : tensor<i1>) : !torch.vtensor<[],i1>
  %j = torch.aten.Int.Tensor %y : !torch.vtensor<[],i1> -> !torch.int
  %b = torch.prim.NumToTensor.Scalar %j : !torch.int -> !torch.vtensor<[],si64>
  %1 = torch_c.to_builtin_tensor %b : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %1, dense<1> : tensor<i64>
  return
}

// -----

func.func @vtensor_literal() {
  %y = torch.vtensor.literal(dense<true> : tensor<i1>) : !torch.vtensor<[],i1>
  return
}
