// A number takes self's dtype: anything but 0 is true, true is 1, a fraction is cut off, a real number has no imaginary part.

func.func @into_truth_values() {
  %x = torch.vtensor.literal(dense<false> : tensor<3xi1>) : !torch.vtensor<[3],i1>
  %i = torch.vtensor.literal(dense<[0, 2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %d = torch.constant.int 0
  %v0 = torch.constant.bool true
  %r0 = torch.aten.scatter.value %x, %d, %i, %v0 : !torch.vtensor<[3],i1>, !torch.int, !torch.vtensor<[2],si64>, !torch.bool -> !torch.vtensor<[3],i1>
  %b0 = torch_c.to_builtin_tensor %r0 : !torch.vtensor<[3],i1> -> tensor<3xi1>
  check.expect_eq_const %b0, dense<[true, false, true]> : tensor<3xi1>
  %v1 = torch.constant.bool false
  %r1 = torch.aten.scatter.value %x, %d, %i, %v1 : !torch.vtensor<[3],i1>, !torch.int, !torch.vtensor<[2],si64>, !torch.bool -> !torch.vtensor<[3],i1>
  %b1 = torch_c.to_builtin_tensor %r1 : !torch.vtensor<[3],i1> -> tensor<3xi1>
  check.expect_eq_const %b1, dense<[false, false, false]> : tensor<3xi1>
  %v2 = torch.constant.int 2
  %r2 = torch.aten.scatter.value %x, %d, %i, %v2 : !torch.vtensor<[3],i1>, !torch.int, !torch.vtensor<[2],si64>, !torch.int -> !torch.vtensor<[3],i1>
  %b2 = torch_c.to_builtin_tensor %r2 : !torch.vtensor<[3],i1> -> tensor<3xi1>
  check.expect_eq_const %b2, dense<[true, false, true]> : tensor<3xi1>
  %v3 = torch.constant.int 0
  %r3 = torch.aten.scatter.value %x, %d, %i, %v3 : !torch.vtensor<[3],i1>, !torch.int, !torch.vtensor<[2],si64>, !torch.int -> !torch.vtensor<[3],i1>
  %b3 = torch_c.to_builtin_tensor %r3 : !torch.vtensor<[3],i1> -> tensor<3xi1>
  check.expect_eq_const %b3, dense<[false, false, false]> : tensor<3xi1>
  %v4 = torch.constant.float 2.5
  %r4 = torch.aten.scatter.value %x, %d, %i, %v4 : !torch.vtensor<[3],i1>, !torch.int, !torch.vtensor<[2],si64>, !torch.float -> !torch.vtensor<[3],i1>
  %b4 = torch_c.to_builtin_tensor %r4 : !torch.vtensor<[3],i1> -> tensor<3xi1>
  check.expect_eq_const %b4, dense<[true, false, true]> : tensor<3xi1>
  return
}

func.func @into_complex() {
  %x = torch.vtensor.literal(dense<(1.0, 1.0)> : tensor<3xcomplex<f32>>) : !torch.vtensor<[3],complex<f32>>
  %i = torch.vtensor.literal(dense<[0, 2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %d = torch.constant.int 0
  %v0 = torch.constant.bool true
  %r0 = torch.aten.scatter.value %x, %d, %i, %v0 : !torch.vtensor<[3],complex<f32>>, !torch.int, !torch.vtensor<[2],si64>, !torch.bool -> !torch.vtensor<[3],complex<f32>>
  %b0 = torch_c.to_builtin_tensor %r0 : !torch.vtensor<[3],complex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_eq_const %b0, dense<[(1.0, 0.0), (1.0, 1.0), (1.0, 0.0)]> : tensor<3xcomplex<f32>>
  %v1 = torch.constant.int 2
  %r1 = torch.aten.scatter.value %x, %d, %i, %v1 : !torch.vtensor<[3],complex<f32>>, !torch.int, !torch.vtensor<[2],si64>, !torch.int -> !torch.vtensor<[3],complex<f32>>
  %b1 = torch_c.to_builtin_tensor %r1 : !torch.vtensor<[3],complex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_eq_const %b1, dense<[(2.0, 0.0), (1.0, 1.0), (2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %v2 = torch.constant.float 2.5
  %r2 = torch.aten.scatter.value %x, %d, %i, %v2 : !torch.vtensor<[3],complex<f32>>, !torch.int, !torch.vtensor<[2],si64>, !torch.float -> !torch.vtensor<[3],complex<f32>>
  %b2 = torch_c.to_builtin_tensor %r2 : !torch.vtensor<[3],complex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_eq_const %b2, dense<[(2.5, 0.0), (1.0, 1.0), (2.5, 0.0)]> : tensor<3xcomplex<f32>>
  return
}

func.func @into_floats() {
  %x = torch.vtensor.literal(dense<0.5> : tensor<3xf32>) : !torch.vtensor<[3],f32>
  %i = torch.vtensor.literal(dense<[0, 2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %d = torch.constant.int 0
  %v0 = torch.constant.bool true
  %r0 = torch.aten.scatter.value %x, %d, %i, %v0 : !torch.vtensor<[3],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.bool -> !torch.vtensor<[3],f32>
  %b0 = torch_c.to_builtin_tensor %r0 : !torch.vtensor<[3],f32> -> tensor<3xf32>
  check.expect_eq_const %b0, dense<[1.0, 0.5, 1.0]> : tensor<3xf32>
  %v1 = torch.constant.int 2
  %r1 = torch.aten.scatter.value %x, %d, %i, %v1 : !torch.vtensor<[3],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.int -> !torch.vtensor<[3],f32>
  %b1 = torch_c.to_builtin_tensor %r1 : !torch.vtensor<[3],f32> -> tensor<3xf32>
  check.expect_eq_const %b1, dense<[2.0, 0.5, 2.0]> : tensor<3xf32>
  %v2 = torch.constant.float 2.5
  %r2 = torch.aten.scatter.value %x, %d, %i, %v2 : !torch.vtensor<[3],f32>, !torch.int, !torch.vtensor<[2],si64>, !torch.float -> !torch.vtensor<[3],f32>
  %b2 = torch_c.to_builtin_tensor %r2 : !torch.vtensor<[3],f32> -> tensor<3xf32>
  check.expect_eq_const %b2, dense<[2.5, 0.5, 2.5]> : tensor<3xf32>
  return
}

func.func @into_integers() {
  %x = torch.vtensor.literal(dense<7> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %i = torch.vtensor.literal(dense<[0, 2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %d = torch.constant.int 0
  %v0 = torch.constant.bool true
  %r0 = torch.aten.scatter.value %x, %d, %i, %v0 : !torch.vtensor<[3],si64>, !torch.int, !torch.vtensor<[2],si64>, !torch.bool -> !torch.vtensor<[3],si64>
  %b0 = torch_c.to_builtin_tensor %r0 : !torch.vtensor<[3],si64> -> tensor<3xi64>
  check.expect_eq_const %b0, dense<[1, 7, 1]> : tensor<3xi64>
  %v1 = torch.constant.int 2
  %r1 = torch.aten.scatter.value %x, %d, %i, %v1 : !torch.vtensor<[3],si64>, !torch.int, !torch.vtensor<[2],si64>, !torch.int -> !torch.vtensor<[3],si64>
  %b1 = torch_c.to_builtin_tensor %r1 : !torch.vtensor<[3],si64> -> tensor<3xi64>
  check.expect_eq_const %b1, dense<[2, 7, 2]> : tensor<3xi64>
  return
}

func.func @fraction_into_integers() {
  %x = torch.vtensor.literal(dense<7> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %i = torch.vtensor.literal(dense<[0, 2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %d = torch.constant.int 0
  %v2 = torch.constant.float 2.5
  %r2 = torch.aten.scatter.value %x, %d, %i, %v2 : !torch.vtensor<[3],si64>, !torch.int, !torch.vtensor<[2],si64>, !torch.float -> !torch.vtensor<[3],si64>
  %b2 = torch_c.to_builtin_tensor %r2 : !torch.vtensor<[3],si64> -> tensor<3xi64>
  check.expect_eq_const %b2, dense<[2, 7, 2]> : tensor<3xi64>
  return
}

func.func @alpha_of_complex() {
  %x = torch.vtensor.literal(dense<[(1.0, 2.0), (3.0, -1.0), (0.0, 0.5)]> : tensor<3xcomplex<f32>>) : !torch.vtensor<[3],complex<f32>>
  %two = torch.constant.int 2
  %half = torch.constant.float 0.5
  %yes = torch.constant.bool true
  %0 = torch.aten.add.Tensor %x, %x, %two : !torch.vtensor<[3],complex<f32>>, !torch.vtensor<[3],complex<f32>>, !torch.int -> !torch.vtensor<[3],complex<f32>>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[3],complex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_eq_const %1, dense<[(3.0, 6.0), (9.0, -3.0), (0.0, 1.5)]> : tensor<3xcomplex<f32>>
  %2 = torch.aten.sub.Tensor %x, %x, %half : !torch.vtensor<[3],complex<f32>>, !torch.vtensor<[3],complex<f32>>, !torch.float -> !torch.vtensor<[3],complex<f32>>
  %3 = torch_c.to_builtin_tensor %2 : !torch.vtensor<[3],complex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_eq_const %3, dense<[(0.5, 1.0), (1.5, -0.5), (0.0, 0.25)]> : tensor<3xcomplex<f32>>
  %4 = torch.aten.add.Tensor %x, %x, %yes : !torch.vtensor<[3],complex<f32>>, !torch.vtensor<[3],complex<f32>>, !torch.bool -> !torch.vtensor<[3],complex<f32>>
  %5 = torch_c.to_builtin_tensor %4 : !torch.vtensor<[3],complex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_eq_const %5, dense<[(2.0, 4.0), (6.0, -2.0), (0.0, 1.0)]> : tensor<3xcomplex<f32>>
  return
}

// The mean of what reached a place, self not among it; a place that nothing reached keeps self's.
func.func @reduced_complex() {
  %x = torch.vtensor.literal(dense<[(1.0, 1.0), (2.0, 0.0), (3.0, 3.0)]> : tensor<3xcomplex<f32>>) : !torch.vtensor<[3],complex<f32>>
  %s = torch.vtensor.literal(dense<[(2.0, 4.0), (4.0, -2.0), (0.0, 1.0)]> : tensor<3xcomplex<f32>>) : !torch.vtensor<[3],complex<f32>>
  %i = torch.vtensor.literal(dense<[0, 0, 1]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %d = torch.constant.int 0
  %no = torch.constant.bool false
  %mean = torch.constant.str "mean"
  %0 = torch.aten.scatter_reduce.two %x, %d, %i, %s, %mean, %no : !torch.vtensor<[3],complex<f32>>, !torch.int, !torch.vtensor<[3],si64>, !torch.vtensor<[3],complex<f32>>, !torch.str, !torch.bool -> !torch.vtensor<[3],complex<f32>>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[3],complex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_eq_const %1, dense<[(3.0, 1.0), (0.0, 1.0), (3.0, 3.0)]> : tensor<3xcomplex<f32>>
  %prod = torch.constant.str "prod"
  %2 = torch.aten.scatter_reduce.two %x, %d, %i, %s, %prod, %no : !torch.vtensor<[3],complex<f32>>, !torch.int, !torch.vtensor<[3],si64>, !torch.vtensor<[3],complex<f32>>, !torch.str, !torch.bool -> !torch.vtensor<[3],complex<f32>>
  %3 = torch_c.to_builtin_tensor %2 : !torch.vtensor<[3],complex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_eq_const %3, dense<[(16.0, 12.0), (0.0, 1.0), (3.0, 3.0)]> : tensor<3xcomplex<f32>>
  return
}
