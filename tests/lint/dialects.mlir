// Each dialect's own words, and its own rule.

// torch counts from the end where an index is negative, and answers others with an error.
func.func @torch(%t: !torch.vtensor<[5,2],f32>) -> !torch.vtensor<[3,2],f32> {
  %zero = torch.constant.int 0
  %i = torch.vtensor.literal(dense<[4, 2, 5]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  // expected-warning@+1 {{torch.aten.index_select: 1 of 3 index vectors are out of bounds and are an error; the first, at [2] of index, is 5, where dim 0 of input takes 0 to 4 [out-of-bounds]}}
  %r = torch.aten.index_select %t, %zero, %i : !torch.vtensor<[5,2],f32>, !torch.int, !torch.vtensor<[3],si64> -> !torch.vtensor<[3,2],f32>
  return %r : !torch.vtensor<[3,2],f32>
}

// -----

// ONNX: -3 to 2 are in bounds.
func.func @onnx(%data: tensor<3x2xf32>) -> (tensor<4x2xf32>, tensor<2x2xf32>) {
  %i = onnx.Constant dense<[0, -1, 2, -3]> : tensor<4xi64>
  %j = onnx.Constant dense<[0, -4]> : tensor<2xi64>
  // expected-remark@+1 {{onnx.Gather: all 4 index vectors are known and in bounds [in-bounds]}}
  %r = "onnx.Gather"(%data, %i) {axis = 0 : si64} : (tensor<3x2xf32>, tensor<4xi64>) -> tensor<4x2xf32>
  // expected-warning@+1 {{onnx.Gather: 1 of 2 index vectors are out of bounds and are an error; the first, at [1] of indices, is -4, where axis 0 of data takes 0 to 2}}
  %s = "onnx.Gather"(%data, %j) {axis = 0 : si64} : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %r, %s : tensor<4x2xf32>, tensor<2x2xf32>
}

// -----

// tensor's scatter promises `unique` by its syntax.
func.func @tensor(%s: tensor<3x4xf32>, %d: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %i = arith.constant dense<[[3], [1], [3]]> : tensor<3x1xi32>
  // expected-warning@+2 {{tensor.scatter: unique indices are promised, but 1 of 3 index vectors name a place again; the first is at [2, 0] of indices [false-promise]}}
  // expected-remark@+1 {{in bounds}}
  %r = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<9x4xf32>, tensor<3x1xi32>) -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}

// -----

// Rows that are only summed, some at a time: a bag. Weights are one for each row.
func.func @bag(%t: tensor<9x4xf32>, %i: tensor<5x3x1xi32>, %w: tensor<5x3xf32>) -> tensor<5x4xf32> {
  // expected-remark@+1 {{stablehlo.gather: its rows are only scaled and summed, 3 at a time, at line 45: a bag [bag]}}
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 4>}> : (tensor<9x4xf32>, tensor<5x3x1xi32>) -> tensor<5x3x4xf32>
  %b = stablehlo.broadcast_in_dim %w, dims = [0, 1] : (tensor<5x3xf32>) -> tensor<5x3x4xf32>
  %m = stablehlo.multiply %b, %r : tensor<5x3x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x3x4xf32>, tensor<f32>) -> tensor<5x4xf32>
  return %s : tensor<5x4xf32>
}

// -----

func.func @onnx_bag(%t: tensor<9x4xbf16>, %i: tensor<5x2xi64>) -> tensor<5x1x4xf32> {
  %axes = onnx.Constant dense<-2> : tensor<1xi64>
  // expected-remark@+1 {{onnx.Gather: its rows are only summed, 2 at a time}}
  %r = "onnx.Gather"(%t, %i) {axis = 0 : si64} : (tensor<9x4xbf16>, tensor<5x2xi64>) -> tensor<5x2x4xbf16>
  %c = "onnx.Cast"(%r) {saturate = 1 : si64, to = f32} : (tensor<5x2x4xbf16>) -> tensor<5x2x4xf32>
  %s = "onnx.ReduceSum"(%c, %axes) {keepdims = 1 : si64} : (tensor<5x2x4xf32>, tensor<1xi64>) -> tensor<5x1x4xf32>
  return %s : tensor<5x1x4xf32>
}

// -----

func.func @torch_bag(%t: !torch.vtensor<[9,4],f32>, %i: !torch.vtensor<[5,2],si64>, %w: !torch.vtensor<[5,2,1],f32>) -> !torch.vtensor<[5,4],f32> {
  %no = torch.constant.bool false
  %none = torch.constant.none
  %minus = torch.constant.int -2
  %last = torch.constant.int -1
  // expected-remark@+1 {{torch.aten.embedding: its rows are only scaled and summed, 2 at a time}}
  %r = torch.aten.embedding %t, %i, %last, %no, %no : !torch.vtensor<[9,4],f32>, !torch.vtensor<[5,2],si64>, !torch.int, !torch.bool, !torch.bool -> !torch.vtensor<[5,2,4],f32>
  %m = torch.aten.mul.Tensor %r, %w : !torch.vtensor<[5,2,4],f32>, !torch.vtensor<[5,2,1],f32> -> !torch.vtensor<[5,2,4],f32>
  %d = torch.prim.ListConstruct %minus : (!torch.int) -> !torch.list<int>
  %s = torch.aten.sum.dim_IntList %m, %d, %no, %none : !torch.vtensor<[5,2,4],f32>, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<[5,4],f32>
  return %s : !torch.vtensor<[5,4],f32>
}

// -----

// No bags: a sum along the rows themselves; a weight for each element; rows that something else takes, too. The largest row is one of a bag.
func.func @no_bags(%t: tensor<9x4xf32>, %i: tensor<3x1xi32>, %w: tensor<3x4xf32>) -> (tensor<3xf32>, tensor<4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<9x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %j = stablehlo.add %i, %i : tensor<3x1xi32>
  %b = "stablehlo.gather"(%t, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<9x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  %m = stablehlo.multiply %b, %w : tensor<3x4xf32>
  %1 = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
  %k = stablehlo.add %i, %j : tensor<3x1xi32>
  %c = "stablehlo.gather"(%t, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<9x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  %2 = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
  %l = stablehlo.add %k, %j : tensor<3x1xi32>
  // expected-remark@+1 {{its rows are only reduced, 3 at a time, at line}}
  %d = "stablehlo.gather"(%t, %l) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<9x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  %3 = stablehlo.reduce(%d init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1, %c, %2, %3 : tensor<3xf32>, tensor<4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>
}
