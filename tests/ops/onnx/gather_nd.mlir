// onnx.GatherND: the five examples of its specification, and negative coordinates.

func.func @elements() {
  %x = onnx.Constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %i = onnx.Constant dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>
  %y = "onnx.GatherND"(%x, %i) {batch_dims = 0 : si64} : (tensor<2x2xi32>, tensor<2x2xi64>) -> tensor<2xi32>
  check.expect_eq_const %y, dense<[0, 3]> : tensor<2xi32>
  return
}

func.func @rows() {
  %x = onnx.Constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %i = onnx.Constant dense<[[1], [0]]> : tensor<2x1xi64>
  %y = "onnx.GatherND"(%x, %i) : (tensor<2x2xi32>, tensor<2x1xi64>) -> tensor<2x2xi32>
  check.expect_eq_const %y, dense<[[2, 3], [0, 1]]> : tensor<2x2xi32>
  return
}

func.func @rows_of_rank_3() {
  %x = onnx.Constant dense<[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]> : tensor<2x2x2xi32>
  %i = onnx.Constant dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  %y = "onnx.GatherND"(%x, %i) {batch_dims = 0 : si64} : (tensor<2x2x2xi32>, tensor<2x2xi64>) -> tensor<2x2xi32>
  check.expect_eq_const %y, dense<[[2, 3], [4, 5]]> : tensor<2x2xi32>
  return
}

func.func @more_index_vectors() {
  %x = onnx.Constant dense<[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]> : tensor<2x2x2xi32>
  %i = onnx.Constant dense<[[[0, 1]], [[1, 0]]]> : tensor<2x1x2xi64>
  %y = "onnx.GatherND"(%x, %i) {batch_dims = 0 : si64} : (tensor<2x2x2xi32>, tensor<2x1x2xi64>) -> tensor<2x1x2xi32>
  check.expect_eq_const %y, dense<[[[2, 3]], [[4, 5]]]> : tensor<2x1x2xi32>
  return
}

func.func @batch() {
  %x = onnx.Constant dense<[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]> : tensor<2x2x2xi32>
  %i = onnx.Constant dense<[[1], [0]]> : tensor<2x1xi64>
  %y = "onnx.GatherND"(%x, %i) {batch_dims = 1 : si64} : (tensor<2x2x2xi32>, tensor<2x1xi64>) -> tensor<2x2xi32>
  check.expect_eq_const %y, dense<[[2, 3], [4, 5]]> : tensor<2x2xi32>
  return
}

func.func @negative() {
  %x = onnx.Constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %i = onnx.Constant dense<[[-1, -3], [0, -1]]> : tensor<2x2xi64>
  %y = "onnx.GatherND"(%x, %i) : (tensor<2x3xi32>, tensor<2x2xi64>) -> tensor<2xi32>
  check.expect_eq_const %y, dense<[3, 2]> : tensor<2xi32>
  return
}

func.func @no_indices() {
  %x = onnx.Constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %i = onnx.Constant dense<> : tensor<0x1xi64>
  %y = "onnx.GatherND"(%x, %i) : (tensor<2x3xi32>, tensor<0x1xi64>) -> tensor<0x3xi32>
  check.expect_eq_const %y, dense<> : tensor<0x3xi32>
  return
}
