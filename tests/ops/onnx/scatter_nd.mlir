// onnx.ScatterND: elements, slices, every reduction, negative coordinates.

func.func @elements() {
  %x = onnx.Constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>
  %i = onnx.Constant dense<[[4], [3], [1], [-1]]> : tensor<4x1xi64>
  %u = onnx.Constant dense<[9, 10, 11, 12]> : tensor<4xi32>
  %y = "onnx.ScatterND"(%x, %i, %u) {reduction = "none"} : (tensor<8xi32>, tensor<4x1xi64>, tensor<4xi32>) -> tensor<8xi32>
  check.expect_eq_const %y, dense<[1, 11, 3, 10, 9, 6, 7, 12]> : tensor<8xi32>
  return
}

func.func @slices() {
  %x = onnx.Constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = onnx.Constant dense<[[2], [0]]> : tensor<2x1xi64>
  %u = onnx.Constant dense<[[7, 8], [9, 10]]> : tensor<2x2xi32>
  %y = "onnx.ScatterND"(%x, %i, %u) : (tensor<3x2xi32>, tensor<2x1xi64>, tensor<2x2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %y, dense<[[9, 10], [3, 4], [7, 8]]> : tensor<3x2xi32>
  return
}

func.func @duplicates() {
  %x = onnx.Constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = onnx.Constant dense<[[0, 1], [2, -2], [0, -1]]> : tensor<3x2xi64>
  %u = onnx.Constant dense<[10, 20, -30]> : tensor<3xi32>
  %none = "onnx.ScatterND"(%x, %i, %u) {reduction = "none"} : (tensor<3x2xi32>, tensor<3x2xi64>, tensor<3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %none, dense<[[1, -30], [3, 4], [20, 6]]> : tensor<3x2xi32>
  %add = "onnx.ScatterND"(%x, %i, %u) {reduction = "add"} : (tensor<3x2xi32>, tensor<3x2xi64>, tensor<3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %add, dense<[[1, -18], [3, 4], [25, 6]]> : tensor<3x2xi32>
  %mul = "onnx.ScatterND"(%x, %i, %u) {reduction = "mul"} : (tensor<3x2xi32>, tensor<3x2xi64>, tensor<3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %mul, dense<[[1, -600], [3, 4], [100, 6]]> : tensor<3x2xi32>
  %max = "onnx.ScatterND"(%x, %i, %u) {reduction = "max"} : (tensor<3x2xi32>, tensor<3x2xi64>, tensor<3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %max, dense<[[1, 10], [3, 4], [20, 6]]> : tensor<3x2xi32>
  %min = "onnx.ScatterND"(%x, %i, %u) {reduction = "min"} : (tensor<3x2xi32>, tensor<3x2xi64>, tensor<3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %min, dense<[[1, -30], [3, 4], [5, 6]]> : tensor<3x2xi32>
  return
}

func.func @no_indices() {
  %x = onnx.Constant dense<[1, 2]> : tensor<2xi32>
  %i = onnx.Constant dense<> : tensor<0x1xi64>
  %u = onnx.Constant dense<> : tensor<0xi32>
  %y = "onnx.ScatterND"(%x, %i, %u) : (tensor<2xi32>, tensor<0x1xi64>, tensor<0xi32>) -> tensor<2xi32>
  check.expect_eq_const %y, dense<[1, 2]> : tensor<2xi32>
  return
}

func.func @constant_in_full() {
  %x = "onnx.Constant"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
  check.expect_eq_const %x, dense<[1, 2]> : tensor<2xi32>
  return
}

// Vectors of no coordinates: every update is of all of x, and the last one stays.
func.func @no_coordinates() {
  %x = onnx.Constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = onnx.Constant dense<> : tensor<2x0xi64>
  %u = onnx.Constant dense<[[4, 5, 6], [7, 8, 9]]> : tensor<2x3xi32>
  %last = "onnx.ScatterND"(%x, %i, %u) : (tensor<3xi32>, tensor<2x0xi64>, tensor<2x3xi32>) -> tensor<3xi32>
  check.expect_eq_const %last, dense<[7, 8, 9]> : tensor<3xi32>
  %add = "onnx.ScatterND"(%x, %i, %u) {reduction = "add"} : (tensor<3xi32>, tensor<2x0xi64>, tensor<2x3xi32>) -> tensor<3xi32>
  check.expect_eq_const %add, dense<[12, 15, 18]> : tensor<3xi32>
  return
}
