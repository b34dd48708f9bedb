// Ops of torch that are more than one scatter, or whose indices come as a list, are planned all the same.

func.func @values_and_sums() -> (!torch.vtensor<[6,2],f32>, !torch.vtensor<[6,2],f32>) {
  %x = torch.vtensor.literal(dense<1.0> : tensor<6x2xf32>) : !torch.vtensor<[6,2],f32>
  %i = torch.vtensor.literal(dense<[[3, 0], [5, 1], [3, 2], [1, 0]]> : tensor<4x2xsi64>) : !torch.vtensor<[4,2],si64>
  %v = torch.vtensor.literal(dense<[5, 0, 3, 5]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %s = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %zero = torch.constant.int 0
  %two = torch.constant.float 2.0
  // expected-remark-re@+1 {{torch.aten.scatter.value: {{[a-z0-9]+}}, cells, one thread: 2x4 cells of 4 B, indices i64, error, replace}}
  %a = torch.aten.scatter.value %x, %zero, %i, %two : !torch.vtensor<[6,2],f32>, !torch.int, !torch.vtensor<[4,2],si64>, !torch.float -> !torch.vtensor<[6,2],f32>
  // expected-remark-re@+1 {{torch.aten.index_add: {{[a-z0-9]+}}, rows, one thread: 4 rows of 8 B, indices i64, error, add}}
  %b = torch.aten.index_add %x, %zero, %v, %s, %two : !torch.vtensor<[6,2],f32>, !torch.int, !torch.vtensor<[4],si64>, !torch.vtensor<[4,2],f32>, !torch.float -> !torch.vtensor<[6,2],f32>
  return %a, %b : !torch.vtensor<[6,2],f32>, !torch.vtensor<[6,2],f32>
}

// -----

// Written and read by pairs of coordinates, stacked.
func.func @lists() -> (!torch.vtensor<[6,2],f32>, !torch.vtensor<[4],f32>) {
  %x = torch.vtensor.literal(dense<1.0> : tensor<6x2xf32>) : !torch.vtensor<[6,2],f32>
  %v = torch.vtensor.literal(dense<[1, 0, 1, 0]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %s = torch.vtensor.literal(dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>) : !torch.vtensor<[4],f32>
  %yes = torch.constant.bool true
  %pairs = torch.prim.ListConstruct %v, %v : (!torch.vtensor<[4],si64>, !torch.vtensor<[4],si64>) -> !torch.list<vtensor>
  // expected-remark-re@+1 {{torch.aten.index_put: {{[a-z0-9]+}}, cells, one thread: 4 cells of 4 B, indices i64, error, wrapped, add}}
  %a = torch.aten.index_put %x, %pairs, %s, %yes : !torch.vtensor<[6,2],f32>, !torch.list<vtensor>, !torch.vtensor<[4],f32>, !torch.bool -> !torch.vtensor<[6,2],f32>
  // expected-remark-re@+1 {{torch.aten.index.Tensor: fused, cells, one thread: 4 cells of 4 B, indices i64, error, wrapped}}
  %b = torch.aten.index.Tensor %x, %pairs : !torch.vtensor<[6,2],f32>, !torch.list<vtensor> -> !torch.vtensor<[4],f32>
  return %a, %b : !torch.vtensor<[6,2],f32>, !torch.vtensor<[4],f32>
}

// -----

// Of the count, the zeros and the sum that it is made of, the sum: what moves its values.
func.func @mean_of_src_alone() -> !torch.vtensor<[6,2],f32> {
  %x = torch.vtensor.literal(dense<1.0> : tensor<6x2xf32>) : !torch.vtensor<[6,2],f32>
  %i = torch.vtensor.literal(dense<[[3, 0], [5, 1], [3, 2], [1, 0]]> : tensor<4x2xsi64>) : !torch.vtensor<[4,2],si64>
  %s = torch.vtensor.literal(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>) : !torch.vtensor<[4,2],f32>
  %zero = torch.constant.int 0
  %no = torch.constant.bool false
  %mean = torch.constant.str "mean"
  // expected-remark-re@+1 {{torch.aten.scatter_reduce.two: {{[a-z0-9]+}}, cells, one thread: 2x4 cells of 4 B, indices i64, error, add}}
  %r = torch.aten.scatter_reduce.two %x, %zero, %i, %s, %mean, %no : !torch.vtensor<[6,2],f32>, !torch.int, !torch.vtensor<[4,2],si64>, !torch.vtensor<[4,2],f32>, !torch.str, !torch.bool -> !torch.vtensor<[6,2],f32>
  return %r : !torch.vtensor<[6,2],f32>
}
