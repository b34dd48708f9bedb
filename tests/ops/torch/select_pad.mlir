// torch.aten.select.int and constant_pad_nd: values as PyTorch 2's documentation defines them, by hand.

func.func @select() {
  %x = torch.vtensor.literal(dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %last = torch.constant.int -1
  %r = torch.aten.select.int %x, %one, %last : !torch.vtensor<[2,3],si64>, !torch.int, !torch.int -> !torch.vtensor<[2],si64>
  %rr = torch_c.to_builtin_tensor %r : !torch.vtensor<[2],si64> -> tensor<2xi64>
  check.expect_eq_const %rr, dense<[2, 5]> : tensor<2xi64>
  %s = torch.aten.select.int %x, %zero, %one : !torch.vtensor<[2,3],si64>, !torch.int, !torch.int -> !torch.vtensor<[3],si64>
  %ss = torch_c.to_builtin_tensor %s : !torch.vtensor<[3],si64> -> tensor<3xi64>
  check.expect_eq_const %ss, dense<[3, 4, 5]> : tensor<3xi64>
  %t = torch.aten.select.int %s, %last, %zero : !torch.vtensor<[3],si64>, !torch.int, !torch.int -> !torch.vtensor<[],si64>
  %tt = torch_c.to_builtin_tensor %t : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %tt, dense<3> : tensor<i64>
  return
}

// Pairs, the last dimension first; fewer pairs than dimensions leave the first ones alone.
func.func @pad() {
  %x = torch.vtensor.literal(dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %less = torch.constant.int -1
  %nine = torch.constant.int 9
  %l = torch.prim.ListConstruct %one, %two : (!torch.int, !torch.int) -> !torch.list<int>
  %r = torch.aten.constant_pad_nd %x, %l, %nine : !torch.vtensor<[2,3],si64>, !torch.list<int>, !torch.int -> !torch.vtensor<[2,6],si64>
  %rr = torch_c.to_builtin_tensor %r : !torch.vtensor<[2,6],si64> -> tensor<2x6xi64>
  check.expect_eq_const %rr, dense<[[9, 0, 1, 2, 9, 9], [9, 3, 4, 5, 9, 9]]> : tensor<2x6xi64>
  %m = torch.prim.ListConstruct %less, %zero, %one, %less : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %s = torch.aten.constant_pad_nd %x, %m, %nine : !torch.vtensor<[2,3],si64>, !torch.list<int>, !torch.int -> !torch.vtensor<[2,2],si64>
  %ss = torch_c.to_builtin_tensor %s : !torch.vtensor<[2,2],si64> -> tensor<2x2xi64>
  check.expect_eq_const %ss, dense<[[9, 9], [1, 2]]> : tensor<2x2xi64>
  return
}
