// Element by element; PyTorch 1.13 gave the expected values.

func.func @arithmetic() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %2 = torch.constant.int 1
  %3 = torch.aten.add.Tensor %0, %1, %2 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64>, !torch.int -> !torch.vtensor<[2,3],si64>
  %4 = torch_c.to_builtin_tensor %3 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %4, dense<[[3, -4, 5], [6, 3, -4]]> : tensor<2x3xi64>
  %5 = torch.constant.int -3
  %6 = torch.aten.add.Tensor %0, %1, %5 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64>, !torch.int -> !torch.vtensor<[2,3],si64>
  %7 = torch_c.to_builtin_tensor %6 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %7, dense<[[-5, 4, -3], [-2, 11, -12]]> : tensor<2x3xi64>
  %8 = torch.constant.int 2
  %9 = torch.aten.sub.Tensor %1, %0, %8 : !torch.vtensor<[3],si64>, !torch.vtensor<[2,3],si64>, !torch.int -> !torch.vtensor<[2,3],si64>
  %10 = torch_c.to_builtin_tensor %9 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %10, dense<[[0, 2, -4], [-6, -12, 14]]> : tensor<2x3xi64>
  %11 = torch.aten.mul.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %12 = torch_c.to_builtin_tensor %11 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %12, dense<[[2, 4, 6], [8, -10, -12]]> : tensor<2x3xi64>
  %13 = torch.aten.minimum %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %14 = torch_c.to_builtin_tensor %13 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %14, dense<[[1, -2, 2], [2, -2, -6]]> : tensor<2x3xi64>
  %15 = torch.aten.maximum %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %16 = torch_c.to_builtin_tensor %15 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %16, dense<[[2, -2, 3], [4, 5, 2]]> : tensor<2x3xi64>
  %17 = torch.constant.int -1
  %18 = torch.constant.int 3
  %19 = torch.aten.clamp %0, %17, %18 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.int -> !torch.vtensor<[2,3],si64>
  %20 = torch_c.to_builtin_tensor %19 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %20, dense<[[1, -1, 3], [3, 3, -1]]> : tensor<2x3xi64>
  %21 = torch.constant.int 0
  %22 = torch.constant.none
  %23 = torch.aten.clamp %0, %21, %22 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.none -> !torch.vtensor<[2,3],si64>
  %24 = torch_c.to_builtin_tensor %23 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %24, dense<[[1, 0, 3], [4, 5, 0]]> : tensor<2x3xi64>
  %25 = torch.constant.none
  %26 = torch.constant.int 0
  %27 = torch.aten.clamp %0, %25, %26 : !torch.vtensor<[2,3],si64>, !torch.none, !torch.int -> !torch.vtensor<[2,3],si64>
  %28 = torch_c.to_builtin_tensor %27 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %28, dense<[[0, -2, 0], [0, 0, -6]]> : tensor<2x3xi64>
  %29 = torch.constant.int 3
  %30 = torch.constant.int 1
  %31 = torch.aten.clamp %0, %29, %30 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.int -> !torch.vtensor<[2,3],si64>
  %32 = torch_c.to_builtin_tensor %31 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %32, dense<[[1, 1, 1], [1, 1, 1]]> : tensor<2x3xi64>
  %33 = torch.vtensor.literal(dense<[1.0, -0.75, -3.0]> : tensor<3xf32>) : !torch.vtensor<[3],f32>
  %34 = torch.constant.float -0.5
  %35 = torch.constant.int 1
  %36 = torch.aten.clamp %33, %34, %35 : !torch.vtensor<[3],f32>, !torch.float, !torch.int -> !torch.vtensor<[3],f32>
  %37 = torch_c.to_builtin_tensor %36 : !torch.vtensor<[3],f32> -> tensor<3xf32>
  check.expect_eq_const %37, dense<[1.0, -0.5, -0.5]> : tensor<3xf32>
  %38 = torch.vtensor.literal(dense<[1.0, -0.75, -3.0]> : tensor<3xf32>) : !torch.vtensor<[3],f32>
  %39 = torch.vtensor.literal(dense<2.0> : tensor<f32>) : !torch.vtensor<[],f32>
  %40 = torch.aten.maximum %38, %39 : !torch.vtensor<[3],f32>, !torch.vtensor<[],f32> -> !torch.vtensor<[3],f32>
  %41 = torch_c.to_builtin_tensor %40 : !torch.vtensor<[3],f32> -> tensor<3xf32>
  check.expect_eq_const %41, dense<[2.0, 2.0, 2.0]> : tensor<3xf32>
  return
}

func.func @comparisons_and_logic() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.vtensor.literal(dense<[2, -2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %2 = torch.aten.eq.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],i1>
  %3 = torch_c.to_builtin_tensor %2 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %3, dense<[[false, true, false], [false, false, false]]> : tensor<2x3xi1>
  %4 = torch.aten.ne.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],i1>
  %5 = torch_c.to_builtin_tensor %4 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %5, dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>
  %6 = torch.aten.lt.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],i1>
  %7 = torch_c.to_builtin_tensor %6 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %7, dense<[[true, false, false], [false, false, true]]> : tensor<2x3xi1>
  %8 = torch.aten.le.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],i1>
  %9 = torch_c.to_builtin_tensor %8 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %9, dense<[[true, true, false], [false, false, true]]> : tensor<2x3xi1>
  %10 = torch.aten.gt.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],i1>
  %11 = torch_c.to_builtin_tensor %10 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %11, dense<[[false, false, true], [true, true, false]]> : tensor<2x3xi1>
  %12 = torch.aten.ge.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],i1>
  %13 = torch_c.to_builtin_tensor %12 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %13, dense<[[false, true, true], [true, true, false]]> : tensor<2x3xi1>
  %14 = torch.aten.bitwise_and.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %15 = torch_c.to_builtin_tensor %14 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %15, dense<[[0, -2, 2], [0, 4, 2]]> : tensor<2x3xi64>
  %16 = torch.aten.bitwise_or.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %17 = torch_c.to_builtin_tensor %16 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %17, dense<[[3, -2, 3], [6, -1, -6]]> : tensor<2x3xi64>
  %18 = torch.aten.bitwise_xor.Tensor %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %19 = torch_c.to_builtin_tensor %18 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %19, dense<[[3, 0, 1], [6, -5, -8]]> : tensor<2x3xi64>
  %20 = torch.aten.bitwise_not %0 : !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],si64>
  %21 = torch_c.to_builtin_tensor %20 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %21, dense<[[-2, 1, -4], [-5, -6, 5]]> : tensor<2x3xi64>
  %22 = torch.vtensor.literal(dense<[[1, 0, 3], [0, 0, 2]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %23 = torch.aten.logical_and %0, %22 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],i1>
  %24 = torch_c.to_builtin_tensor %23 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %24, dense<[[true, false, true], [false, false, true]]> : tensor<2x3xi1>
  %25 = torch.aten.logical_or %0, %22 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],i1>
  %26 = torch_c.to_builtin_tensor %25 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %26, dense<[[true, true, true], [true, true, true]]> : tensor<2x3xi1>
  %27 = torch.aten.logical_xor %0, %22 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],i1>
  %28 = torch_c.to_builtin_tensor %27 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %28, dense<[[false, true, false], [true, true, false]]> : tensor<2x3xi1>
  %29 = torch.aten.logical_not %22 : !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],i1>
  %30 = torch_c.to_builtin_tensor %29 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %30, dense<[[false, true, false], [true, true, false]]> : tensor<2x3xi1>
  %31 = torch.vtensor.literal(dense<[[true], [false]]> : tensor<2x1xi1>) : !torch.vtensor<[2,1],i1>
  %32 = torch.aten.where.self %31, %0, %1 : !torch.vtensor<[2,1],i1>, !torch.vtensor<[2,3],si64>, !torch.vtensor<[3],si64> -> !torch.vtensor<[2,3],si64>
  %33 = torch_c.to_builtin_tensor %32 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %33, dense<[[1, -2, 3], [2, -2, 2]]> : tensor<2x3xi64>
  return
}

func.func @to_dtype() {
  %0 = torch.vtensor.literal(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.constant.int 3
  %2 = torch.constant.bool false
  %3 = torch.constant.bool false
  %4 = torch.constant.none
  %5 = torch.aten.to.dtype %0, %1, %2, %3, %4 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[2,3],si32>
  %6 = torch_c.to_builtin_tensor %5 : !torch.vtensor<[2,3],si32> -> tensor<2x3xi32>
  check.expect_eq_const %6, dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xi32>
  %7 = torch.constant.int 6
  %8 = torch.constant.bool false
  %9 = torch.constant.bool false
  %10 = torch.constant.none
  %11 = torch.aten.to.dtype %0, %7, %8, %9, %10 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[2,3],f32>
  %12 = torch_c.to_builtin_tensor %11 : !torch.vtensor<[2,3],f32> -> tensor<2x3xf32>
  check.expect_eq_const %12, dense<[[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]> : tensor<2x3xf32>
  %13 = torch.constant.int 11
  %14 = torch.constant.bool false
  %15 = torch.constant.bool false
  %16 = torch.constant.none
  %17 = torch.aten.to.dtype %0, %13, %14, %15, %16 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[2,3],i1>
  %18 = torch_c.to_builtin_tensor %17 : !torch.vtensor<[2,3],i1> -> tensor<2x3xi1>
  check.expect_eq_const %18, dense<[[true, true, true], [true, true, true]]> : tensor<2x3xi1>
  %19 = torch.vtensor.literal(dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %20 = torch.constant.int 0
  %21 = torch.constant.bool false
  %22 = torch.constant.bool false
  %23 = torch.constant.none
  %24 = torch.aten.to.dtype %19, %20, %21, %22, %23 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[2,3],ui8>
  %25 = torch_c.to_builtin_tensor %24 : !torch.vtensor<[2,3],ui8> -> tensor<2x3xui8>
  check.expect_eq_const %25, dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xui8>
  %26 = torch.vtensor.literal(dense<[1.75, -1.75, 0.0]> : tensor<3xf32>) : !torch.vtensor<[3],f32>
  %27 = torch.constant.int 4
  %28 = torch.constant.bool false
  %29 = torch.constant.bool false
  %30 = torch.constant.none
  %31 = torch.aten.to.dtype %26, %27, %28, %29, %30 : !torch.vtensor<[3],f32>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[3],si64>
  %32 = torch_c.to_builtin_tensor %31 : !torch.vtensor<[3],si64> -> tensor<3xi64>
  check.expect_eq_const %32, dense<[1, -1, 0]> : tensor<3xi64>
  %33 = torch.vtensor.literal(dense<[1.75, -1.75, 0.0]> : tensor<3xf32>) : !torch.vtensor<[3],f32>
  %34 = torch.constant.int 11
  %35 = torch.constant.bool false
  %36 = torch.constant.bool false
  %37 = torch.constant.none
  %38 = torch.aten.to.dtype %33, %34, %35, %36, %37 : !torch.vtensor<[3],f32>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[3],i1>
  %39 = torch_c.to_builtin_tensor %38 : !torch.vtensor<[3],i1> -> tensor<3xi1>
  check.expect_eq_const %39, dense<[true, true, false]> : tensor<3xi1>
  return
}
