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
