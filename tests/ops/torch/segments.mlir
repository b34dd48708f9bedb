// Runs of data that lengths or offsets say. Values of torch 2.13 and by hand; offsets leave entries out at both ends.

func.func @sum() {
  %x = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, -4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %by = torch.vtensor.literal(dense<[1, 0, 3]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %none = torch.constant.none
  %initial = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 0
  %reduce = torch.constant.str "sum"
  %0 = torch.aten.segment_reduce %x, %reduce, %by, %none, %none, %axis, %f, %initial : !torch.vtensor<[4,2],f32>, !torch.str, !torch.vtensor<[3],si64>, !torch.none, !torch.none, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[3,2],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[1.0, 2.0], [0.0, 0.0], [15.0, 10.0]]> : tensor<3x2xf32>
  return
}

func.func @product_of_offsets() {
  %x = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, -4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %by = torch.vtensor.literal(dense<[1, 2, 4]> : tensor<3xsi32>) : !torch.vtensor<[3],si32>
  %none = torch.constant.none
  %initial = torch.constant.int 2
  %f = torch.constant.bool false
  %axis = torch.constant.int -2
  %reduce = torch.constant.str "prod"
  %0 = torch.aten.segment_reduce %x, %reduce, %none, %none, %by, %axis, %f, %initial : !torch.vtensor<[4,2],f32>, !torch.str, !torch.none, !torch.none, !torch.vtensor<[3],si32>, !torch.int, !torch.bool, !torch.int -> !torch.vtensor<[2,2],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[2,2],f32> -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[6.0, -8.0], [70.0, 96.0]]> : tensor<2x2xf32>
  return
}

func.func @mean_of_nothing() {
  %x = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, -4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %by = torch.vtensor.literal(dense<[[1, 1], [0, 2], [2, 0], [1, 1]]> : tensor<4x2xsi64>) : !torch.vtensor<[4,2],si64>
  %none = torch.constant.none
  %initial = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 1
  %reduce = torch.constant.str "mean"
  %0 = torch.aten.segment_reduce %x, %reduce, %by, %none, %none, %axis, %f, %initial : !torch.vtensor<[4,2],f32>, !torch.str, !torch.vtensor<[4,2],si64>, !torch.none, !torch.none, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[4,2],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[4,2],f32> -> tensor<4x2xf32>
  check.expect_eq_const %1, dense<[[1.0, 2.0], [0x7FC00000, -0.5], [5.5, 0x7FC00000], [7.0, 8.0]]> : tensor<4x2xf32>
  return
}

func.func @mean_from_two() {
  %x = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, -4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %by = torch.vtensor.literal(dense<[1, 2, 4]> : tensor<3xsi32>) : !torch.vtensor<[3],si32>
  %none = torch.constant.none
  %initial = torch.constant.int 2
  %f = torch.constant.bool false
  %axis = torch.constant.int 0
  %reduce = torch.constant.str "mean"
  %0 = torch.aten.segment_reduce %x, %reduce, %none, %none, %by, %axis, %f, %initial : !torch.vtensor<[4,2],f32>, !torch.str, !torch.none, !torch.none, !torch.vtensor<[3],si32>, !torch.int, !torch.bool, !torch.int -> !torch.vtensor<[2,2],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[2,2],f32> -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[5.0, -2.0], [7.0, 8.0]]> : tensor<2x2xf32>
  return
}

func.func @largest() {
  %x = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, -4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %by = torch.vtensor.literal(dense<[[0, 1], [1, 1], [1, 2], [0, 2]]> : tensor<4x2xsi64>) : !torch.vtensor<[4,2],si64>
  %none = torch.constant.none
  %initial = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 1
  %reduce = torch.constant.str "max"
  %0 = torch.aten.segment_reduce %x, %reduce, %none, %none, %by, %axis, %f, %initial : !torch.vtensor<[4,2],f32>, !torch.str, !torch.none, !torch.none, !torch.vtensor<[4,2],si64>, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[4,1],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[4,1],f32> -> tensor<4x1xf32>
  check.expect_eq_const %1, dense<[[1.0], [0xFF800000], [6.0], [8.0]]> : tensor<4x1xf32>
  return
}

func.func @least() {
  %x = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, -4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %by = torch.vtensor.literal(dense<[1, 0, 3]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %none = torch.constant.none
  %initial = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int 0
  %reduce = torch.constant.str "amin"
  %0 = torch.aten.segment_reduce %x, %reduce, %by, %none, %none, %axis, %f, %initial : !torch.vtensor<[4,2],f32>, !torch.str, !torch.vtensor<[3],si64>, !torch.none, !torch.none, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[3,2],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[1.0, 2.0], [0x7F800000, 0x7F800000], [3.0, -4.0]]> : tensor<3x2xf32>
  return
}
