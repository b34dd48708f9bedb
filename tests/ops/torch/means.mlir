// scatter_reduce's mean of complex numbers and of integers, which round down.

func.func @complex() {
  %x = torch.vtensor.literal(dense<(0.0, 0.0)> : tensor<2xcomplex<f32>>) : !torch.vtensor<[2],complex<f32>>
  %s = torch.vtensor.literal(dense<[(1.0, 2.0), (3.0, 6.0), (5.0, 7.0)]> : tensor<3xcomplex<f32>>) : !torch.vtensor<[3],complex<f32>>
  %i = torch.vtensor.literal(dense<[0, 0, 1]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %d = torch.constant.int 0
  %r = torch.constant.str "mean"
  %f = torch.constant.bool false
  %0 = torch.aten.scatter_reduce.two %x, %d, %i, %s, %r, %f : !torch.vtensor<[2],complex<f32>>, !torch.int, !torch.vtensor<[3],si64>, !torch.vtensor<[3],complex<f32>>, !torch.str, !torch.bool -> !torch.vtensor<[2],complex<f32>>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[2],complex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_eq_const %1, dense<[(2.0, 4.0), (5.0, 7.0)]> : tensor<2xcomplex<f32>>
  return
}

func.func @integers() {
  %x = torch.vtensor.literal(dense<0> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %s = torch.vtensor.literal(dense<[1, 2, -1, -2, 7]> : tensor<5xsi64>) : !torch.vtensor<[5],si64>
  %i = torch.vtensor.literal(dense<[0, 0, 1, 1, 2]> : tensor<5xsi64>) : !torch.vtensor<[5],si64>
  %d = torch.constant.int 0
  %r = torch.constant.str "mean"
  %f = torch.constant.bool false
  %0 = torch.aten.scatter_reduce.two %x, %d, %i, %s, %r, %f : !torch.vtensor<[3],si64>, !torch.int, !torch.vtensor<[5],si64>, !torch.vtensor<[5],si64>, !torch.str, !torch.bool -> !torch.vtensor<[3],si64>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[3],si64> -> tensor<3xi64>
  check.expect_eq_const %1, dense<[1, -2, 7]> : tensor<3xi64>
  return
}
