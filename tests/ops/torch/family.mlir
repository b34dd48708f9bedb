// The rest of torch's gathers and scatters; PyTorch 1.13 gave the expected values.

// A whole and a real number as the value.
func.func @scatter_value() {
  %0 = torch.vtensor.literal(dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.constant.int 1
  %2 = torch.vtensor.literal(dense<[[2, 2]]> : tensor<1x2xsi64>) : !torch.vtensor<[1,2],si64>
  %3 = torch.constant.int 7
  %4 = torch.aten.scatter.value %0, %1, %2, %3 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[1,2],si64>, !torch.int -> !torch.vtensor<[2,3],si64>
  %5 = torch_c.to_builtin_tensor %4 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %5, dense<[[1, 2, 7], [4, 5, 6]]> : tensor<2x3xi64>
  %6 = torch.vtensor.literal(dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>) : !torch.vtensor<[2,3],f32>
  %7 = torch.constant.float 1.5
  %8 = torch.aten.scatter.value %6, %1, %2, %7 : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[1,2],si64>, !torch.float -> !torch.vtensor<[2,3],f32>
  %9 = torch_c.to_builtin_tensor %8 : !torch.vtensor<[2,3],f32> -> tensor<2x3xf32>
  check.expect_eq_const %9, dense<[[1.0, 2.0, 1.5], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  return
}

// Every reduction, with self and without; src has more than index reaches.
func.func @reduce() {
  %0 = torch.vtensor.literal(dense<[[3, 4, 5], [6, 7, 8]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.constant.int 1
  %2 = torch.vtensor.literal(dense<[[0, 2], [0, 2]]> : tensor<2x2xsi64>) : !torch.vtensor<[2,2],si64>
  %3 = torch.vtensor.literal(dense<[[-10, -5, 9], [-2, -8, 9], [9, 9, 9]]> : tensor<3x3xsi64>) : !torch.vtensor<[3,3],si64>
  %4 = torch.constant.str "sum"
  %5 = torch.constant.bool true
  %6 = torch.aten.scatter_reduce.two %0, %1, %2, %3, %4, %5 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.vtensor<[3,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %7 = torch_c.to_builtin_tensor %6 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %7, dense<[[-7, 4, 0], [4, 7, 0]]> : tensor<2x3xi64>
  %8 = torch.constant.str "sum"
  %9 = torch.constant.bool false
  %10 = torch.aten.scatter_reduce.two %0, %1, %2, %3, %8, %9 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.vtensor<[3,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %11 = torch_c.to_builtin_tensor %10 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %11, dense<[[-10, 4, -5], [-2, 7, -8]]> : tensor<2x3xi64>
  %12 = torch.constant.str "prod"
  %13 = torch.constant.bool true
  %14 = torch.aten.scatter_reduce.two %0, %1, %2, %3, %12, %13 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.vtensor<[3,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %15 = torch_c.to_builtin_tensor %14 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %15, dense<[[-30, 4, -25], [-12, 7, -64]]> : tensor<2x3xi64>
  %16 = torch.constant.str "prod"
  %17 = torch.constant.bool false
  %18 = torch.aten.scatter_reduce.two %0, %1, %2, %3, %16, %17 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.vtensor<[3,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %19 = torch_c.to_builtin_tensor %18 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %19, dense<[[-10, 4, -5], [-2, 7, -8]]> : tensor<2x3xi64>
  %20 = torch.constant.str "mean"
  %21 = torch.constant.bool true
  %22 = torch.aten.scatter_reduce.two %0, %1, %2, %3, %20, %21 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.vtensor<[3,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %23 = torch_c.to_builtin_tensor %22 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %23, dense<[[-4, 4, 0], [2, 7, 0]]> : tensor<2x3xi64>
  %24 = torch.constant.str "mean"
  %25 = torch.constant.bool false
  %26 = torch.aten.scatter_reduce.two %0, %1, %2, %3, %24, %25 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.vtensor<[3,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %27 = torch_c.to_builtin_tensor %26 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %27, dense<[[-10, 4, -5], [-2, 7, -8]]> : tensor<2x3xi64>
  %28 = torch.constant.str "amax"
  %29 = torch.constant.bool true
  %30 = torch.aten.scatter_reduce.two %0, %1, %2, %3, %28, %29 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.vtensor<[3,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %31 = torch_c.to_builtin_tensor %30 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %31, dense<[[3, 4, 5], [6, 7, 8]]> : tensor<2x3xi64>
  %32 = torch.constant.str "amax"
  %33 = torch.constant.bool false
  %34 = torch.aten.scatter_reduce.two %0, %1, %2, %3, %32, %33 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.vtensor<[3,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %35 = torch_c.to_builtin_tensor %34 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %35, dense<[[-10, 4, -5], [-2, 7, -8]]> : tensor<2x3xi64>
  %36 = torch.constant.str "amin"
  %37 = torch.constant.bool true
  %38 = torch.aten.scatter_reduce.two %0, %1, %2, %3, %36, %37 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.vtensor<[3,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %39 = torch_c.to_builtin_tensor %38 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %39, dense<[[-10, 4, -5], [-2, 7, -8]]> : tensor<2x3xi64>
  %40 = torch.constant.str "amin"
  %41 = torch.constant.bool false
  %42 = torch.aten.scatter_reduce.two %0, %1, %2, %3, %40, %41 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.vtensor<[3,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %43 = torch_c.to_builtin_tensor %42 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %43, dense<[[-10, 4, -5], [-2, 7, -8]]> : tensor<2x3xi64>
  return
}

// Integers round down; NaN stays.
func.func @reduce_mean() {
  %0 = torch.vtensor.literal(dense<[0, 0]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %1 = torch.constant.int 0
  %2 = torch.vtensor.literal(dense<[1, 1, 1]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %3 = torch.vtensor.literal(dense<[-10, -2, -5]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %4 = torch.constant.str "mean"
  %5 = torch.constant.bool false
  %6 = torch.aten.scatter_reduce.two %0, %1, %2, %3, %4, %5 : !torch.vtensor<[2],si64>, !torch.int, !torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2],si64>
  %7 = torch_c.to_builtin_tensor %6 : !torch.vtensor<[2],si64> -> tensor<2xi64>
  check.expect_eq_const %7, dense<[0, -6]> : tensor<2xi64>
  %8 = torch.vtensor.literal(dense<[0.0, 1.0]> : tensor<2xf32>) : !torch.vtensor<[2],f32>
  %9 = torch.constant.int 0
  %10 = torch.vtensor.literal(dense<[1, 1, 1]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %11 = torch.vtensor.literal(dense<[1.0, 2.0, 4.0]> : tensor<3xf32>) : !torch.vtensor<[3],f32>
  %12 = torch.constant.str "mean"
  %13 = torch.constant.bool true
  %14 = torch.aten.scatter_reduce.two %8, %9, %10, %11, %12, %13 : !torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[3],si64>, !torch.vtensor<[3],f32>, !torch.str, !torch.bool -> !torch.vtensor<[2],f32>
  %15 = torch_c.to_builtin_tensor %14 : !torch.vtensor<[2],f32> -> tensor<2xf32>
  check.expect_eq_const %15, dense<[0.0, 2.0]> : tensor<2xf32>
  return
}

// A tensor of rank 0 counts as [1].
func.func @rank_0() {
  %0 = torch.vtensor.literal(dense<5> : tensor<si64>) : !torch.vtensor<[],si64>
  %1 = torch.constant.int 0
  %2 = torch.vtensor.literal(dense<0> : tensor<si64>) : !torch.vtensor<[],si64>
  %3 = torch.vtensor.literal(dense<[7]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %4 = torch.vtensor.literal(dense<[0, 0]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %5 = torch.vtensor.literal(dense<[8, 9]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %6 = torch.constant.bool false
  %7 = torch.aten.gather %0, %1, %2, %6 : !torch.vtensor<[],si64>, !torch.int, !torch.vtensor<[],si64>, !torch.bool -> !torch.vtensor<[],si64>
  %8 = torch_c.to_builtin_tensor %7 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %8, dense<5> : tensor<i64>
  %9 = torch.constant.bool false
  %10 = torch.aten.gather %0, %1, %4, %9 : !torch.vtensor<[],si64>, !torch.int, !torch.vtensor<[2],si64>, !torch.bool -> !torch.vtensor<[2],si64>
  %11 = torch_c.to_builtin_tensor %10 : !torch.vtensor<[2],si64> -> tensor<2xi64>
  check.expect_eq_const %11, dense<[5, 5]> : tensor<2xi64>
  %12 = torch.constant.bool false
  %13 = torch.aten.gather %3, %1, %2, %12 : !torch.vtensor<[1],si64>, !torch.int, !torch.vtensor<[],si64>, !torch.bool -> !torch.vtensor<[],si64>
  %14 = torch_c.to_builtin_tensor %13 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %14, dense<7> : tensor<i64>
  %15 = torch.aten.index_select %0, %1, %2 : !torch.vtensor<[],si64>, !torch.int, !torch.vtensor<[],si64> -> !torch.vtensor<[],si64>
  %16 = torch_c.to_builtin_tensor %15 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %16, dense<5> : tensor<i64>
  %17 = torch.aten.index_select %3, %1, %2 : !torch.vtensor<[1],si64>, !torch.int, !torch.vtensor<[],si64> -> !torch.vtensor<[1],si64>
  %18 = torch_c.to_builtin_tensor %17 : !torch.vtensor<[1],si64> -> tensor<1xi64>
  check.expect_eq_const %18, dense<[7]> : tensor<1xi64>
  %19 = torch.aten.scatter_add %0, %1, %4, %5 : !torch.vtensor<[],si64>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64> -> !torch.vtensor<[],si64>
  %20 = torch_c.to_builtin_tensor %19 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %20, dense<22> : tensor<i64>
  %21 = torch.aten.scatter_add %3, %1, %2, %0 : !torch.vtensor<[1],si64>, !torch.int, !torch.vtensor<[],si64>, !torch.vtensor<[],si64> -> !torch.vtensor<[1],si64>
  %22 = torch_c.to_builtin_tensor %21 : !torch.vtensor<[1],si64> -> tensor<1xi64>
  check.expect_eq_const %22, dense<[12]> : tensor<1xi64>
  %23 = torch.aten.scatter.src %3, %1, %4, %5 : !torch.vtensor<[1],si64>, !torch.int, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64> -> !torch.vtensor<[1],si64>
  %24 = torch_c.to_builtin_tensor %23 : !torch.vtensor<[1],si64> -> tensor<1xi64>
  check.expect_eq_const %24, dense<[9]> : tensor<1xi64>
  %25 = torch.aten.scatter.src %0, %1, %2, %5 : !torch.vtensor<[],si64>, !torch.int, !torch.vtensor<[],si64>, !torch.vtensor<[2],si64> -> !torch.vtensor<[],si64>
  %26 = torch_c.to_builtin_tensor %25 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %26, dense<8> : tensor<i64>
  %27 = torch.constant.int 3
  %28 = torch.aten.scatter.value %0, %1, %2, %27 : !torch.vtensor<[],si64>, !torch.int, !torch.vtensor<[],si64>, !torch.int -> !torch.vtensor<[],si64>
  %29 = torch_c.to_builtin_tensor %28 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %29, dense<3> : tensor<i64>
  return
}

// An empty index is looked at no further: not its rank, not its shape.
func.func @empty_index() {
  %0 = torch.vtensor.literal(dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.constant.int 0
  %2 = torch.vtensor.literal(dense<> : tensor<0xsi64>) : !torch.vtensor<[0],si64>
  %3 = torch.vtensor.literal(dense<> : tensor<4x0x9xsi64>) : !torch.vtensor<[4,0,9],si64>
  %4 = torch.constant.bool false
  %5 = torch.aten.gather %0, %1, %2, %4 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[0],si64>, !torch.bool -> !torch.vtensor<[0],si64>
  %6 = torch_c.to_builtin_tensor %5 : !torch.vtensor<[0],si64> -> tensor<0xi64>
  check.expect_eq_const %6, dense<> : tensor<0xi64>
  %7 = torch.constant.bool false
  %8 = torch.aten.gather %0, %1, %3, %7 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[4,0,9],si64>, !torch.bool -> !torch.vtensor<[4,0,9],si64>
  %9 = torch_c.to_builtin_tensor %8 : !torch.vtensor<[4,0,9],si64> -> tensor<4x0x9xi64>
  check.expect_eq_const %9, dense<> : tensor<4x0x9xi64>
  %10 = torch.aten.scatter.src %0, %1, %2, %0 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[0],si64>, !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],si64>
  %11 = torch_c.to_builtin_tensor %10 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %11, dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %12 = torch.aten.scatter_add %0, %1, %3, %0 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[4,0,9],si64>, !torch.vtensor<[2,3],si64> -> !torch.vtensor<[2,3],si64>
  %13 = torch_c.to_builtin_tensor %12 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %13, dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %14 = torch.constant.str "mean"
  %15 = torch.constant.bool false
  %16 = torch.aten.scatter_reduce.two %0, %1, %2, %0, %14, %15 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[0],si64>, !torch.vtensor<[2,3],si64>, !torch.str, !torch.bool -> !torch.vtensor<[2,3],si64>
  %17 = torch_c.to_builtin_tensor %16 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %17, dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %18 = torch.aten.index_select %0, %1, %2 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.vtensor<[0],si64> -> !torch.vtensor<[0,3],si64>
  %19 = torch_c.to_builtin_tensor %18 : !torch.vtensor<[0,3],si64> -> tensor<0x3xi64>
  check.expect_eq_const %19, dense<> : tensor<0x3xi64>
  return
}

// Beside dim the two are broadcast to each other.
func.func @take_along_dim() {
  %0 = torch.vtensor.literal(dense<[[[0, 1, 2, 3, 4, 5]], [[6, 7, 8, 9, 10, 11]]]> : tensor<2x1x6xsi64>) : !torch.vtensor<[2,1,6],si64>
  %1 = torch.vtensor.literal(dense<[[[5], [0], [1]]]> : tensor<1x3x1xsi64>) : !torch.vtensor<[1,3,1],si64>
  %2 = torch.vtensor.literal(dense<[[[0], [0], [0]]]> : tensor<1x3x1xsi64>) : !torch.vtensor<[1,3,1],si64>
  %3 = torch.constant.int -2
  %4 = torch.aten.take_along_dim %0, %2, %3 : !torch.vtensor<[2,1,6],si64>, !torch.vtensor<[1,3,1],si64>, !torch.int -> !torch.vtensor<[2,3,6],si64>
  %5 = torch_c.to_builtin_tensor %4 : !torch.vtensor<[2,3,6],si64> -> tensor<2x3x6xi64>
  check.expect_eq_const %5, dense<[[[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]], [[6, 7, 8, 9, 10, 11], [6, 7, 8, 9, 10, 11], [6, 7, 8, 9, 10, 11]]]> : tensor<2x3x6xi64>
  %6 = torch.vtensor.literal(dense<[[[5, 0]], [[1, 1]]]> : tensor<2x1x2xsi64>) : !torch.vtensor<[2,1,2],si64>
  %7 = torch.constant.int 2
  %8 = torch.aten.take_along_dim %0, %6, %7 : !torch.vtensor<[2,1,6],si64>, !torch.vtensor<[2,1,2],si64>, !torch.int -> !torch.vtensor<[2,1,2],si64>
  %9 = torch_c.to_builtin_tensor %8 : !torch.vtensor<[2,1,2],si64> -> tensor<2x1x2xi64>
  check.expect_eq_const %9, dense<[[[5, 0]], [[7, 7]]]> : tensor<2x1x2xi64>
  %10 = torch.vtensor.literal(dense<[[[5, 0], [3, 3], [2, 2]]]> : tensor<1x3x2xsi64>) : !torch.vtensor<[1,3,2],si64>
  %11 = torch.constant.int 2
  %12 = torch.aten.take_along_dim %0, %10, %11 : !torch.vtensor<[2,1,6],si64>, !torch.vtensor<[1,3,2],si64>, !torch.int -> !torch.vtensor<[2,3,2],si64>
  %13 = torch_c.to_builtin_tensor %12 : !torch.vtensor<[2,3,2],si64> -> tensor<2x3x2xi64>
  check.expect_eq_const %13, dense<[[[5, 0], [3, 3], [2, 2]], [[11, 6], [9, 9], [8, 8]]]> : tensor<2x3x2xi64>
  %14 = torch.vtensor.literal(dense<[[[1]], [[0]], [[1]]]> : tensor<3x1x1xsi64>) : !torch.vtensor<[3,1,1],si64>
  %15 = torch.constant.int 0
  %16 = torch.aten.take_along_dim %0, %14, %15 : !torch.vtensor<[2,1,6],si64>, !torch.vtensor<[3,1,1],si64>, !torch.int -> !torch.vtensor<[3,1,6],si64>
  %17 = torch_c.to_builtin_tensor %16 : !torch.vtensor<[3,1,6],si64> -> tensor<3x1x6xi64>
  check.expect_eq_const %17, dense<[[[6, 7, 8, 9, 10, 11]], [[0, 1, 2, 3, 4, 5]], [[6, 7, 8, 9, 10, 11]]]> : tensor<3x1x6xi64>
  return
}

func.func @index_add_and_copy() {
  %0 = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>) : !torch.vtensor<[3,2],f32>
  %1 = torch.vtensor.literal(dense<[2, 0, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %2 = torch.vtensor.literal(dense<[[10.0, 20.0], [30.0, 40.0], [50.0, 60.0]]> : tensor<3x2xf32>) : !torch.vtensor<[3,2],f32>
  %3 = torch.constant.int 0
  %4 = torch.constant.int 1
  %5 = torch.aten.index_add %0, %3, %1, %2, %4 : !torch.vtensor<[3,2],f32>, !torch.int, !torch.vtensor<[3],si64>, !torch.vtensor<[3,2],f32>, !torch.int -> !torch.vtensor<[3,2],f32>
  %6 = torch_c.to_builtin_tensor %5 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  check.expect_eq_const %6, dense<[[31.0, 42.0], [3.0, 4.0], [65.0, 86.0]]> : tensor<3x2xf32>
  %7 = torch.constant.int 0
  %8 = torch.constant.float 0.5
  %9 = torch.aten.index_add %0, %7, %1, %2, %8 : !torch.vtensor<[3,2],f32>, !torch.int, !torch.vtensor<[3],si64>, !torch.vtensor<[3,2],f32>, !torch.float -> !torch.vtensor<[3,2],f32>
  %10 = torch_c.to_builtin_tensor %9 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  check.expect_eq_const %10, dense<[[16.0, 22.0], [3.0, 4.0], [35.0, 46.0]]> : tensor<3x2xf32>
  %11 = torch.constant.int 0
  %12 = torch.aten.index_copy %0, %11, %1, %2 : !torch.vtensor<[3,2],f32>, !torch.int, !torch.vtensor<[3],si64>, !torch.vtensor<[3,2],f32> -> !torch.vtensor<[3,2],f32>
  %13 = torch_c.to_builtin_tensor %12 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  check.expect_eq_const %13, dense<[[30.0, 40.0], [3.0, 4.0], [50.0, 60.0]]> : tensor<3x2xf32>
  %14 = torch.vtensor.literal(dense<5> : tensor<si64>) : !torch.vtensor<[],si64>
  %15 = torch.constant.int 0
  %16 = torch.vtensor.literal(dense<0> : tensor<si64>) : !torch.vtensor<[],si64>
  %17 = torch.vtensor.literal(dense<[7]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %18 = torch.constant.int 2
  %19 = torch.aten.index_add %14, %15, %16, %17, %18 : !torch.vtensor<[],si64>, !torch.int, !torch.vtensor<[],si64>, !torch.vtensor<[1],si64>, !torch.int -> !torch.vtensor<[],si64>
  %20 = torch_c.to_builtin_tensor %19 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %20, dense<19> : tensor<i64>
  %21 = torch.vtensor.literal(dense<[7]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %22 = torch.constant.int 0
  %23 = torch.vtensor.literal(dense<0> : tensor<si64>) : !torch.vtensor<[],si64>
  %24 = torch.vtensor.literal(dense<5> : tensor<si64>) : !torch.vtensor<[],si64>
  %25 = torch.aten.index_copy %21, %22, %23, %24 : !torch.vtensor<[1],si64>, !torch.int, !torch.vtensor<[],si64>, !torch.vtensor<[],si64> -> !torch.vtensor<[1],si64>
  %26 = torch_c.to_builtin_tensor %25 : !torch.vtensor<[1],si64> -> tensor<1xi64>
  check.expect_eq_const %26, dense<[5]> : tensor<1xi64>
  return
}

// Leading dims are indexed; negatives count from the end; what lies together stays in place.
func.func @index_and_put() {
  %0 = torch.vtensor.literal(dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xsi64>) : !torch.vtensor<[2,3,4],si64>
  %1 = torch.vtensor.literal(dense<[1, -1, 0]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %2 = torch.vtensor.literal(dense<[[0], [-3]]> : tensor<2x1xsi64>) : !torch.vtensor<[2,1],si64>
  %3 = torch.vtensor.literal(dense<[[0], [-3]]> : tensor<2x1xsi32>) : !torch.vtensor<[2,1],si32>
  %4 = torch.constant.none
  %5 = torch.prim.ListConstruct %1 : (!torch.vtensor<[3],si64>) -> !torch.list<vtensor>
  %6 = torch.aten.index.Tensor_hacked_twin %0, %5 : !torch.vtensor<[2,3,4],si64>, !torch.list<vtensor> -> !torch.vtensor<[3,3,4],si64>
  %7 = torch_c.to_builtin_tensor %6 : !torch.vtensor<[3,3,4],si64> -> tensor<3x3x4xi64>
  check.expect_eq_const %7, dense<[[[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]], [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]]> : tensor<3x3x4xi64>
  %8 = torch.prim.ListConstruct %1, %2 : (!torch.vtensor<[3],si64>, !torch.vtensor<[2,1],si64>) -> !torch.list<vtensor>
  %9 = torch.aten.index.Tensor_hacked_twin %0, %8 : !torch.vtensor<[2,3,4],si64>, !torch.list<vtensor> -> !torch.vtensor<[2,3,4],si64>
  %10 = torch_c.to_builtin_tensor %9 : !torch.vtensor<[2,3,4],si64> -> tensor<2x3x4xi64>
  check.expect_eq_const %10, dense<[[[12, 13, 14, 15], [12, 13, 14, 15], [0, 1, 2, 3]], [[12, 13, 14, 15], [12, 13, 14, 15], [0, 1, 2, 3]]]> : tensor<2x3x4xi64>
  %11 = torch.prim.ListConstruct %4, %1 : (!torch.none, !torch.vtensor<[3],si64>) -> !torch.list<optional<vtensor>>
  %12 = torch.aten.index.Tensor %0, %11 : !torch.vtensor<[2,3,4],si64>, !torch.list<optional<vtensor>> -> !torch.vtensor<[2,3,4],si64>
  %13 = torch_c.to_builtin_tensor %12 : !torch.vtensor<[2,3,4],si64> -> tensor<2x3x4xi64>
  check.expect_eq_const %13, dense<[[[4, 5, 6, 7], [8, 9, 10, 11], [0, 1, 2, 3]], [[16, 17, 18, 19], [20, 21, 22, 23], [12, 13, 14, 15]]]> : tensor<2x3x4xi64>
  %14 = torch.prim.ListConstruct %1, %4, %2 : (!torch.vtensor<[3],si64>, !torch.none, !torch.vtensor<[2,1],si64>) -> !torch.list<optional<vtensor>>
  %15 = torch.aten.index.Tensor %0, %14 : !torch.vtensor<[2,3,4],si64>, !torch.list<optional<vtensor>> -> !torch.vtensor<[2,3,3],si64>
  %16 = torch_c.to_builtin_tensor %15 : !torch.vtensor<[2,3,3],si64> -> tensor<2x3x3xi64>
  check.expect_eq_const %16, dense<[[[12, 16, 20], [12, 16, 20], [0, 4, 8]], [[13, 17, 21], [13, 17, 21], [1, 5, 9]]]> : tensor<2x3x3xi64>
  %17 = torch.prim.ListConstruct %4, %1, %3 : (!torch.none, !torch.vtensor<[3],si64>, !torch.vtensor<[2,1],si32>) -> !torch.list<optional<vtensor>>
  %18 = torch.aten.index.Tensor %0, %17 : !torch.vtensor<[2,3,4],si64>, !torch.list<optional<vtensor>> -> !torch.vtensor<[2,2,3],si64>
  %19 = torch_c.to_builtin_tensor %18 : !torch.vtensor<[2,2,3],si64> -> tensor<2x2x3xi64>
  check.expect_eq_const %19, dense<[[[4, 8, 0], [5, 9, 1]], [[16, 20, 12], [17, 21, 13]]]> : tensor<2x2x3xi64>
  %20 = torch.prim.ListConstruct %1, %2 : (!torch.vtensor<[3],si64>, !torch.vtensor<[2,1],si64>) -> !torch.list<vtensor>
  %21 = torch.vtensor.literal(dense<[[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]]> : tensor<3x4xsi64>) : !torch.vtensor<[3,4],si64>
  %22 = torch.constant.bool true
  %23 = torch.aten.index_put.hacked_twin %0, %20, %21, %22 : !torch.vtensor<[2,3,4],si64>, !torch.list<vtensor>, !torch.vtensor<[3,4],si64>, !torch.bool -> !torch.vtensor<[2,3,4],si64>
  %24 = torch_c.to_builtin_tensor %23 : !torch.vtensor<[2,3,4],si64> -> tensor<2x3x4xi64>
  check.expect_eq_const %24, dense<[[[2, 5, 8, 11], [4, 5, 6, 7], [8, 9, 10, 11]], [[16, 21, 26, 31], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi64>
  %25 = torch.prim.ListConstruct %1 : (!torch.vtensor<[3],si64>) -> !torch.list<vtensor>
  %26 = torch.vtensor.literal(dense<100> : tensor<si64>) : !torch.vtensor<[],si64>
  %27 = torch.constant.bool false
  %28 = torch.aten.index_put.hacked_twin %0, %25, %26, %27 : !torch.vtensor<[2,3,4],si64>, !torch.list<vtensor>, !torch.vtensor<[],si64>, !torch.bool -> !torch.vtensor<[2,3,4],si64>
  %29 = torch_c.to_builtin_tensor %28 : !torch.vtensor<[2,3,4],si64> -> tensor<2x3x4xi64>
  check.expect_eq_const %29, dense<[[[100, 100, 100, 100], [100, 100, 100, 100], [100, 100, 100, 100]], [[100, 100, 100, 100], [100, 100, 100, 100], [100, 100, 100, 100]]]> : tensor<2x3x4xi64>
  %30 = torch.prim.ListConstruct %4, %1 : (!torch.none, !torch.vtensor<[3],si64>) -> !torch.list<optional<vtensor>>
  %31 = torch.vtensor.literal(dense<101> : tensor<si64>) : !torch.vtensor<[],si64>
  %32 = torch.constant.bool false
  %33 = torch.aten.index_put %0, %30, %31, %32 : !torch.vtensor<[2,3,4],si64>, !torch.list<optional<vtensor>>, !torch.vtensor<[],si64>, !torch.bool -> !torch.vtensor<[2,3,4],si64>
  %34 = torch_c.to_builtin_tensor %33 : !torch.vtensor<[2,3,4],si64> -> tensor<2x3x4xi64>
  check.expect_eq_const %34, dense<[[[101, 101, 101, 101], [101, 101, 101, 101], [101, 101, 101, 101]], [[101, 101, 101, 101], [101, 101, 101, 101], [101, 101, 101, 101]]]> : tensor<2x3x4xi64>
  %35 = torch.prim.ListConstruct %1, %4, %2 : (!torch.vtensor<[3],si64>, !torch.none, !torch.vtensor<[2,1],si64>) -> !torch.list<optional<vtensor>>
  %36 = torch.vtensor.literal(dense<[[[0, 1, 2], [3, 4, 5], [6, 7, 8]], [[9, 10, 11], [12, 13, 14], [15, 16, 17]]]> : tensor<2x3x3xsi64>) : !torch.vtensor<[2,3,3],si64>
  %37 = torch.constant.bool false
  %38 = torch.aten.index_put %0, %35, %36, %37 : !torch.vtensor<[2,3,4],si64>, !torch.list<optional<vtensor>>, !torch.vtensor<[2,3,3],si64>, !torch.bool -> !torch.vtensor<[2,3,4],si64>
  %39 = torch_c.to_builtin_tensor %38 : !torch.vtensor<[2,3,4],si64> -> tensor<2x3x4xi64>
  check.expect_eq_const %39, dense<[[[6, 15, 2, 3], [7, 16, 6, 7], [8, 17, 10, 11]], [[3, 12, 14, 15], [4, 13, 18, 19], [5, 14, 22, 23]]]> : tensor<2x3x4xi64>
  return
}
