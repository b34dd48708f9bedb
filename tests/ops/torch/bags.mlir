// Bags: sums, means and maxima of rows of a table by lists of indices. Values of torch 2.13; what torch leaves empty or 0 where its
// gradients do not read it is not looked at.

func.func @sum_with_weights() {
  %w = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, -8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %i = torch.vtensor.literal(dense<[2, 0, 1, 2, 3]> : tensor<5xsi64>) : !torch.vtensor<[5],si64>
  %o = torch.vtensor.literal(dense<[0, 2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %s = torch.vtensor.literal(dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>) : !torch.vtensor<[5],f32>
  %none = torch.constant.none
  %f = torch.constant.bool false
  %mode = torch.constant.int 0
  %0:4 = torch.aten.embedding_bag.padding_idx %w, %i, %o, %f, %mode, %f, %s, %f, %none : !torch.vtensor<[4,2],f32>, !torch.vtensor<[5],si64>, !torch.vtensor<[3],si64>, !torch.bool, !torch.int, !torch.bool, !torch.vtensor<[5],f32>, !torch.bool, !torch.none -> !torch.vtensor<[3,2],f32>, !torch.vtensor<[0],si64>, !torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>
  %1 = torch_c.to_builtin_tensor %0#0 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[7.0, 10.0], [0.0, 0.0], [64.0, -4.0]]> : tensor<3x2xf32>
  return
}

func.func @mean_with_padding() {
  %w = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, -8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %i = torch.vtensor.literal(dense<[2, 0, 1, 2, 3]> : tensor<5xsi64>) : !torch.vtensor<[5],si64>
  %o = torch.vtensor.literal(dense<[0, 2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %none = torch.constant.none
  %f = torch.constant.bool false
  %mode = torch.constant.int 1
  %two = torch.constant.int 2
  %0:4 = torch.aten.embedding_bag.padding_idx %w, %i, %o, %f, %mode, %f, %none, %f, %two : !torch.vtensor<[4,2],f32>, !torch.vtensor<[5],si64>, !torch.vtensor<[3],si64>, !torch.bool, !torch.int, !torch.bool, !torch.none, !torch.bool, !torch.int -> !torch.vtensor<[3,2],f32>, !torch.vtensor<[5],si64>, !torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>
  %1 = torch_c.to_builtin_tensor %0#0 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  %2 = torch_c.to_builtin_tensor %0#1 : !torch.vtensor<[5],si64> -> tensor<5xi64>
  %3 = torch_c.to_builtin_tensor %0#2 : !torch.vtensor<[3],si64> -> tensor<3xi64>
  check.expect_eq_const %1, dense<[[1.0, 2.0], [0.0, 0.0], [5.0, -2.0]]> : tensor<3x2xf32>
  check.expect_eq_const %2, dense<[0, 0, 2, 2, 2]> : tensor<5xi64>
  check.expect_eq_const %3, dense<[1, 0, 2]> : tensor<3xi64>
  return
}

func.func @maxima() {
  %w = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, -8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %i = torch.vtensor.literal(dense<[2, 0, 1, 2, 3]> : tensor<5xsi64>) : !torch.vtensor<[5],si64>
  %o = torch.vtensor.literal(dense<[0, 2, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %none = torch.constant.none
  %f = torch.constant.bool false
  %mode = torch.constant.int 2
  %no = torch.constant.int -1
  %0:4 = torch.aten._embedding_bag %w, %i, %o, %f, %mode, %f, %none, %f, %no : !torch.vtensor<[4,2],f32>, !torch.vtensor<[5],si64>, !torch.vtensor<[3],si64>, !torch.bool, !torch.int, !torch.bool, !torch.none, !torch.bool, !torch.int -> !torch.vtensor<[3,2],f32>, !torch.vtensor<[5],si64>, !torch.vtensor<[3],si64>, !torch.vtensor<[3,2],si64>
  %1 = torch_c.to_builtin_tensor %0#0 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  %2 = torch_c.to_builtin_tensor %0#1 : !torch.vtensor<[5],si64> -> tensor<5xi64>
  %3 = torch_c.to_builtin_tensor %0#2 : !torch.vtensor<[3],si64> -> tensor<3xi64>
  %4 = torch_c.to_builtin_tensor %0#3 : !torch.vtensor<[3,2],si64> -> tensor<3x2xi64>
  check.expect_eq_const %1, dense<[[5.0, 6.0], [0.0, 0.0], [7.0, 6.0]]> : tensor<3x2xf32>
  check.expect_eq_const %2, dense<[0, 0, 2, 2, 2]> : tensor<5xi64>
  check.expect_eq_const %3, dense<[2, 0, 3]> : tensor<3xi64>
  check.expect_eq_const %4, dense<[[2, 2], [0, 0], [3, 2]]> : tensor<3x2xi64>
  return
}

func.func @with_the_last_offset() {
  %w = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, -8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %i = torch.vtensor.literal(dense<[2, 0, 1, 2, 3]> : tensor<5xsi64>) : !torch.vtensor<[5],si64>
  %o = torch.vtensor.literal(dense<[0, 2, 2, 5]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %none = torch.constant.none
  %f = torch.constant.bool false
  %t = torch.constant.bool true
  %mode = torch.constant.int 0
  %no = torch.constant.int -1
  %0:4 = torch.aten._embedding_bag %w, %i, %o, %f, %mode, %f, %none, %t, %no : !torch.vtensor<[4,2],f32>, !torch.vtensor<[5],si64>, !torch.vtensor<[4],si64>, !torch.bool, !torch.int, !torch.bool, !torch.none, !torch.bool, !torch.int -> !torch.vtensor<[3,2],f32>, !torch.vtensor<[0],si64>, !torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>
  %1 = torch_c.to_builtin_tensor %0#0 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[6.0, 8.0], [0.0, 0.0], [15.0, 2.0]]> : tensor<3x2xf32>
  return
}
