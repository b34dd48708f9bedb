// An extent as a number, a number as a tensor (torch-mlir, torch.aten.size.int, torch.prim.NumToTensor.Scalar and
// torch.aten.Int.Tensor).
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

func.func @int_of_a_tensor() {
  %x = torch.vtensor.literal(dense<[[[-3]]]> : tensor<1x1x1xsi8>) : !torch.vtensor<[1,1,1],si8>
  %y = torch.vtensor.literal(dense<true> : tensor<i1>) : !torch.vtensor<[],i1>
  %z = torch.vtensor.literal(dense<200> : tensor<ui8>) : !torch.vtensor<[],ui8>
  %i = torch.aten.Int.Tensor %x : !torch.vtensor<[1,1,1],si8> -> !torch.int
  %j = torch.aten.Int.Tensor %y : !torch.vtensor<[],i1> -> !torch.int
  %k = torch.aten.Int.Tensor %z : !torch.vtensor<[],ui8> -> !torch.int
  %a = torch.prim.NumToTensor.Scalar %i : !torch.int -> !torch.vtensor<[],si64>
  %b = torch.prim.NumToTensor.Scalar %j : !torch.int -> !torch.vtensor<[],si64>
  %c = torch.prim.NumToTensor.Scalar %k : !torch.int -> !torch.vtensor<[],si64>
  %0 = torch_c.to_builtin_tensor %a : !torch.vtensor<[],si64> -> tensor<i64>
  %1 = torch_c.to_builtin_tensor %b : !torch.vtensor<[],si64> -> tensor<i64>
  %2 = torch_c.to_builtin_tensor %c : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %0, dense<-3> : tensor<i64>
  check.expect_eq_const %1, dense<1> : tensor<i64>
  check.expect_eq_const %2, dense<200> : tensor<i64>
  return
}

// White space within a type is none of the type.
func.func private @spelled(%x: !torch.vtensor<[2, 3], f32>) -> !torch.vtensor<[2,3],f32> {
  return %x : !torch.vtensor<[2,3],f32>
}
func.func @spelling() {
  %x = torch.vtensor.literal(dense<5> : tensor<si64>) : !torch.vtensor<[], si64>
  %one = torch.constant.int 1
  %y = torch.aten.add.Tensor %x, %x, %one : !torch.vtensor<[],si64>, !torch.vtensor< [ ] ,si64>, !torch.int -> !torch.vtensor<[ ],si64>
  %0 = torch_c.to_builtin_tensor %y : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %0, dense<10> : tensor<i64>
  return
}
