// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @from_builtin_tensor() {
  %n = arith.constant dense<[1, 0, 1]> : tensor<3xi32>
  %i = torch_c.from_builtin_tensor %n : tensor<3xi32> -> !torch.vtensor<[3],si32>
  return
}

// -----

func.func @to_builtin_tensor() {
  %y = torch.vtensor.literal(dense<true> : tensor<i1>) : !torch.vtensor<[],i1>
  %j = torch.aten.Int.Tensor %y : !torch.vtensor<[],i1> -> !torch.int
  %b = torch.prim.NumToTensor.Scalar %j : !torch.int -> !torch.vtensor<[],si64>
  %1 = torch_c.to_builtin_tensor %b : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %1, dense<1> : tensor<i64>
  return
}
