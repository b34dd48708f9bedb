// torch-mlir's text: the mean of the rows that share a label, and places of a matrix written by their coordinates.
//
//   garner run examples/torch_mean_and_index_put.mlir

func.func @mean_by_label() {
  %rows = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 9.0]]> : tensor<3x2xf32>) : !torch.vtensor<[3,2],f32>
  %labels = torch.vtensor.literal(dense<[[1], [0], [1]]> : tensor<3x1xsi64>) : !torch.vtensor<[3,1],si64>
  %zeros = torch.vtensor.literal(dense<0.0> : tensor<2x2xf32>) : !torch.vtensor<[2,2],f32>
  %three = torch.constant.int 3
  %two = torch.constant.int 2
  %dim = torch.constant.int 0
  %no = torch.constant.bool false
  %mean = torch.constant.str "mean"
  %size = torch.prim.ListConstruct %three, %two : (!torch.int, !torch.int) -> !torch.list<int>
  %index = torch.aten.expand %labels, %size, %no : !torch.vtensor<[3,1],si64>, !torch.list<int>, !torch.bool -> !torch.vtensor<[3,2],si64>
  %0 = torch.aten.scatter_reduce.two %zeros, %dim, %index, %rows, %mean, %no : !torch.vtensor<[2,2],f32>, !torch.int, !torch.vtensor<[3,2],si64>, !torch.vtensor<[3,2],f32>, !torch.str, !torch.bool -> !torch.vtensor<[2,2],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[2,2],f32> -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[3.0, 4.0], [3.0, 5.5]]> : tensor<2x2xf32>
  return
}

// -1 counts from the end; one value goes to every place.
func.func @write_places() {
  %x = torch.vtensor.literal(dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
  %i = torch.vtensor.literal(dense<[0, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %j = torch.vtensor.literal(dense<[-1, 0]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %v = torch.vtensor.literal(dense<100> : tensor<si64>) : !torch.vtensor<[],si64>
  %add = torch.constant.bool true
  %places = torch.prim.ListConstruct %i, %j : (!torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>) -> !torch.list<vtensor>
  %0 = torch.aten.index_put.hacked_twin %x, %places, %v, %add : !torch.vtensor<[2,3],si64>, !torch.list<vtensor>, !torch.vtensor<[],si64>, !torch.bool -> !torch.vtensor<[2,3],si64>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[2,3],si64> -> tensor<2x3xi64>
  check.expect_eq_const %1, dense<[[1, 2, 103], [104, 5, 6]]> : tensor<2x3xi64>
  return
}
