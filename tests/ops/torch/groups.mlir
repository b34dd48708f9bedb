// What groups elements: an index that is reduced, a mask, values that are counted. Values of PyTorch's documentation and by hand.

func.func @index_reduce() {
  %x = torch.vtensor.literal(dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>) : !torch.vtensor<[3,2],f32>
  %s = torch.vtensor.literal(dense<[[2.0, 3.0], [-1.0, 7.0], [4.0, -5.0]]> : tensor<3x2xf32>) : !torch.vtensor<[3,2],f32>
  %i = torch.vtensor.literal(dense<[0, 2, 0]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %d = torch.constant.int 0
  %t = torch.constant.bool true
  %f = torch.constant.bool false
  %prod = torch.constant.str "prod"
  %0 = torch.aten.index_reduce %x, %d, %i, %s, %prod, %t : !torch.vtensor<[3,2],f32>, !torch.int, !torch.vtensor<[3],si64>, !torch.vtensor<[3,2],f32>, !torch.str, !torch.bool -> !torch.vtensor<[3,2],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[0.0, -15.0], [2.0, 3.0], [-4.0, 35.0]]> : tensor<3x2xf32>
  %mean = torch.constant.str "mean"
  %2 = torch.aten.index_reduce %x, %d, %i, %s, %mean, %f : !torch.vtensor<[3,2],f32>, !torch.int, !torch.vtensor<[3],si64>, !torch.vtensor<[3,2],f32>, !torch.str, !torch.bool -> !torch.vtensor<[3,2],f32>
  %3 = torch_c.to_builtin_tensor %2 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  check.expect_eq_const %3, dense<[[3.0, -1.0], [2.0, 3.0], [-1.0, 7.0]]> : tensor<3x2xf32>
  %amin = torch.constant.str "amin"
  %4 = torch.aten.index_reduce %x, %d, %i, %s, %amin, %f : !torch.vtensor<[3,2],f32>, !torch.int, !torch.vtensor<[3],si64>, !torch.vtensor<[3,2],f32>, !torch.str, !torch.bool -> !torch.vtensor<[3,2],f32>
  %5 = torch_c.to_builtin_tensor %4 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  check.expect_eq_const %5, dense<[[2.0, -5.0], [2.0, 3.0], [-1.0, 7.0]]> : tensor<3x2xf32>
  return
}

func.func @masked_select() {
  %x = torch.vtensor.literal(dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>) : !torch.vtensor<[3,2],f32>
  %m = torch.vtensor.literal(dense<[[false, true], [true, false], [false, true]]> : tensor<3x2xi1>) : !torch.vtensor<[3,2],i1>
  %0 = torch.aten.masked_select %x, %m : !torch.vtensor<[3,2],f32>, !torch.vtensor<[3,2],i1> -> !torch.vtensor<[3],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[3],f32> -> tensor<3xf32>
  check.expect_eq_const %1, dense<[1.0, 2.0, 5.0]> : tensor<3xf32>
  return
}

func.func @masked_scatter() {
  %x = torch.vtensor.literal(dense<[1.0, 2.0]> : tensor<2xf32>) : !torch.vtensor<[2],f32>
  %m = torch.vtensor.literal(dense<[[true], [false], [true]]> : tensor<3x1xi1>) : !torch.vtensor<[3,1],i1>
  %s = torch.vtensor.literal(dense<[5.0, 6.0, 7.0, 8.0, 9.0]> : tensor<5xf32>) : !torch.vtensor<[5],f32>
  %0 = torch.aten.masked_scatter %x, %m, %s : !torch.vtensor<[2],f32>, !torch.vtensor<[3,1],i1>, !torch.vtensor<[5],f32> -> !torch.vtensor<[3,2],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[3,2],f32> -> tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[5.0, 6.0], [1.0, 2.0], [7.0, 8.0]]> : tensor<3x2xf32>
  return
}

func.func @bincount() {
  %x = torch.vtensor.literal(dense<[0, 2, 2]> : tensor<3xsi32>) : !torch.vtensor<[3],si32>
  %w = torch.vtensor.literal(dense<[1.0, 2.0, 3.0]> : tensor<3xf32>) : !torch.vtensor<[3],f32>
  %none = torch.constant.none
  %four = torch.constant.int 4
  %0 = torch.aten.bincount %x, %none, %four : !torch.vtensor<[3],si32>, !torch.none, !torch.int -> !torch.vtensor<[4],si64>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[4],si64> -> tensor<4xi64>
  check.expect_eq_const %1, dense<[1, 0, 2, 0]> : tensor<4xi64>
  %zero = torch.constant.int 0
  %2 = torch.aten.bincount %x, %w, %zero : !torch.vtensor<[3],si32>, !torch.vtensor<[3],f32>, !torch.int -> !torch.vtensor<[3],f32>
  %3 = torch_c.to_builtin_tensor %2 : !torch.vtensor<[3],f32> -> tensor<3xf32>
  check.expect_eq_const %3, dense<[1.0, 0.0, 5.0]> : tensor<3xf32>
  return
}

func.func @histc() {
  %x = torch.vtensor.literal(dense<[1.0, 2.0, 1.0, 3.0, 9.0]> : tensor<5xf32>) : !torch.vtensor<[5],f32>
  %bins = torch.constant.int 4
  %min = torch.constant.int 0
  %max = torch.constant.float 3.0
  %0 = torch.aten.histc %x, %bins, %min, %max : !torch.vtensor<[5],f32>, !torch.int, !torch.int, !torch.float -> !torch.vtensor<[4],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[4],f32> -> tensor<4xf32>
  check.expect_eq_const %1, dense<[0.0, 2.0, 1.0, 1.0]> : tensor<4xf32>
  return
}
