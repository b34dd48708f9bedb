// Views, parts and concatenations; PyTorch 1.13 gave the expected values.

func.func @shapes() {
  %0 = torch.vtensor.literal(dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %1 = torch.constant.int 3
  %2 = torch.constant.int 2
  %3 = torch.prim.ListConstruct %1, %2 : (!torch.int, !torch.int) -> !torch.list<int>
  %4 = torch.aten.view %0, %3 : !torch.vtensor<[2,3],si64>, !torch.list<int> -> !torch.vtensor<[3,2],si64>
  %5 = torch_c.to_builtin_tensor %4 : !torch.vtensor<[3,2],si64> -> tensor<3x2xi64>
  check.expect_eq_const %5, dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi64>
  %6 = torch.constant.int -1
  %7 = torch.prim.ListConstruct %6 : (!torch.int) -> !torch.list<int>
  %8 = torch.aten.reshape %0, %7 : !torch.vtensor<[2,3],si64>, !torch.list<int> -> !torch.vtensor<[6],si64>
  %9 = torch_c.to_builtin_tensor %8 : !torch.vtensor<[6],si64> -> tensor<6xi64>
  check.expect_eq_const %9, dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi64>
  %10 = torch.constant.int 1
  %11 = torch.constant.int -2
  %12 = torch.prim.ListConstruct %10, %11 : (!torch.int, !torch.int) -> !torch.list<int>
  %13 = torch.aten.permute %0, %12 : !torch.vtensor<[2,3],si64>, !torch.list<int> -> !torch.vtensor<[3,2],si64>
  %14 = torch_c.to_builtin_tensor %13 : !torch.vtensor<[3,2],si64> -> tensor<3x2xi64>
  check.expect_eq_const %14, dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>
  %15 = torch.constant.int 1
  %16 = torch.constant.int 6
  %17 = torch.prim.ListConstruct %15, %16 : (!torch.int, !torch.int) -> !torch.list<int>
  %18 = torch.aten.view %13, %17 : !torch.vtensor<[3,2],si64>, !torch.list<int> -> !torch.vtensor<[1,6],si64>
  %19 = torch_c.to_builtin_tensor %18 : !torch.vtensor<[1,6],si64> -> tensor<1x6xi64>
  check.expect_eq_const %19, dense<[[0, 3, 1, 4, 2, 5]]> : tensor<1x6xi64>
  %20 = torch.constant.int -1
  %21 = torch.aten.unsqueeze %0, %20 : !torch.vtensor<[2,3],si64>, !torch.int -> !torch.vtensor<[2,3,1],si64>
  %22 = torch_c.to_builtin_tensor %21 : !torch.vtensor<[2,3,1],si64> -> tensor<2x3x1xi64>
  check.expect_eq_const %22, dense<[[[0], [1], [2]], [[3], [4], [5]]]> : tensor<2x3x1xi64>
  %23 = torch.constant.int 0
  %24 = torch.aten.unsqueeze %0, %23 : !torch.vtensor<[2,3],si64>, !torch.int -> !torch.vtensor<[1,2,3],si64>
  %25 = torch_c.to_builtin_tensor %24 : !torch.vtensor<[1,2,3],si64> -> tensor<1x2x3xi64>
  check.expect_eq_const %25, dense<[[[0, 1, 2], [3, 4, 5]]]> : tensor<1x2x3xi64>
  %26 = torch.constant.int 4
  %27 = torch.constant.int -1
  %28 = torch.constant.int 3
  %29 = torch.prim.ListConstruct %26, %27, %28 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %30 = torch.constant.bool false
  %31 = torch.aten.expand %24, %29, %30 : !torch.vtensor<[1,2,3],si64>, !torch.list<int>, !torch.bool -> !torch.vtensor<[4,2,3],si64>
  %32 = torch_c.to_builtin_tensor %31 : !torch.vtensor<[4,2,3],si64> -> tensor<4x2x3xi64>
  check.expect_eq_const %32, dense<[[[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 5]]]> : tensor<4x2x3xi64>
  %33 = torch.constant.int 2
  %34 = torch.constant.int 2
  %35 = torch.constant.int 3
  %36 = torch.prim.ListConstruct %33, %34, %35 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %37 = torch.constant.bool false
  %38 = torch.aten.expand %0, %36, %37 : !torch.vtensor<[2,3],si64>, !torch.list<int>, !torch.bool -> !torch.vtensor<[2,2,3],si64>
  %39 = torch_c.to_builtin_tensor %38 : !torch.vtensor<[2,2,3],si64> -> tensor<2x2x3xi64>
  check.expect_eq_const %39, dense<[[[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 5]]]> : tensor<2x2x3xi64>
  %40 = torch.constant.int 1
  %41 = torch.constant.int -2
  %42 = torch.constant.int 9223372036854775807
  %43 = torch.constant.int 1
  %44 = torch.aten.slice.Tensor %0, %40, %41, %42, %43 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[2,2],si64>
  %45 = torch_c.to_builtin_tensor %44 : !torch.vtensor<[2,2],si64> -> tensor<2x2xi64>
  check.expect_eq_const %45, dense<[[1, 2], [4, 5]]> : tensor<2x2xi64>
  %46 = torch.constant.int -1
  %47 = torch.constant.none
  %48 = torch.constant.none
  %49 = torch.constant.int 2
  %50 = torch.aten.slice.Tensor %0, %46, %47, %48, %49 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.none, !torch.none, !torch.int -> !torch.vtensor<[2,2],si64>
  %51 = torch_c.to_builtin_tensor %50 : !torch.vtensor<[2,2],si64> -> tensor<2x2xi64>
  check.expect_eq_const %51, dense<[[0, 2], [3, 5]]> : tensor<2x2xi64>
  %52 = torch.constant.int 0
  %53 = torch.constant.int 2
  %54 = torch.constant.int 1
  %55 = torch.constant.int 1
  %56 = torch.aten.slice.Tensor %0, %52, %53, %54, %55 : !torch.vtensor<[2,3],si64>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[0,3],si64>
  %57 = torch_c.to_builtin_tensor %56 : !torch.vtensor<[0,3],si64> -> tensor<0x3xi64>
  check.expect_eq_const %57, dense<> : tensor<0x3xi64>
  %58 = torch.vtensor.literal(dense<[[0], [3]]> : tensor<2x1xsi64>) : !torch.vtensor<[2,1],si64>
  %59 = torch.prim.ListConstruct %0, %58, %0 : (!torch.vtensor<[2,3],si64>, !torch.vtensor<[2,1],si64>, !torch.vtensor<[2,3],si64>) -> !torch.list<vtensor>
  %60 = torch.constant.int 1
  %61 = torch.aten.cat %59, %60 : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,7],si64>
  %62 = torch_c.to_builtin_tensor %61 : !torch.vtensor<[2,7],si64> -> tensor<2x7xi64>
  check.expect_eq_const %62, dense<[[0, 1, 2, 0, 0, 1, 2], [3, 4, 5, 3, 3, 4, 5]]> : tensor<2x7xi64>
  %63 = torch.prim.ListConstruct %0 : (!torch.vtensor<[2,3],si64>) -> !torch.list<vtensor>
  %64 = torch.constant.int -2
  %65 = torch.aten.cat %63, %64 : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,3],si64>
  %66 = torch_c.to_builtin_tensor %65 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %66, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %67 = torch.vtensor.literal(dense<3> : tensor<si64>) : !torch.vtensor<[],si64>
  %68 = torch.constant.int 1
  %69 = torch.constant.int 1
  %70 = torch.prim.ListConstruct %68, %69 : (!torch.int, !torch.int) -> !torch.list<int>
  %71 = torch.aten.view %67, %70 : !torch.vtensor<[],si64>, !torch.list<int> -> !torch.vtensor<[1,1],si64>
  %72 = torch_c.to_builtin_tensor %71 : !torch.vtensor<[1,1],si64> -> tensor<1x1xi64>
  check.expect_eq_const %72, dense<[[3]]> : tensor<1x1xi64>
  %73 = torch.vtensor.literal(dense<[3]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %74 = torch.prim.ListConstruct  : () -> !torch.list<int>
  %75 = torch.aten.view %73, %74 : !torch.vtensor<[1],si64>, !torch.list<int> -> !torch.vtensor<[],si64>
  %76 = torch_c.to_builtin_tensor %75 : !torch.vtensor<[],si64> -> tensor<i64>
  check.expect_eq_const %76, dense<3> : tensor<i64>
  return
}
