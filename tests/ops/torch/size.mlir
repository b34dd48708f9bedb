// An extent as a number, a number as a tensor (torch-mlir, torch.aten.size.int and torch.prim.NumToTensor.Scalar).
func.func @size() {
  %x = torch.vtensor.literal(dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %last = torch.constant.int -1
  %first = torch.constant.int 0
  %n = torch.aten.size.int %x, %last : !torch.vtensor<[2,3],si64>, !torch.int -> !torch.int
  %m = torch.aten.size.int %x, %first : !torch.vtensor<[2,3],si64>, !torch.int -> !torch.int
  %a = torch.prim.NumToTensor.Scalar %n : !torch.int -> !torch.vtensor<[],si64>
  %b = torch.prim.NumToTensor.Scalar %m : !torch.int -> !torch.vtensor<[],si64>
  %0 = torch_c.to_builtin_tensor %a : !torch.vtensor<[],si64> -> tensor<i64>
  %1 = torch_c.to_builtin_tensor %b : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %0, dense<3> : tensor<i64>
  check.expect_eq_const %1, dense<2> : tensor<i64>
  return
}
