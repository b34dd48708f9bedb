// Parts of tensors, tensors of parts.

func.func @slice() {
  %x = onnx.Constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %starts = onnx.Constant dense<[1, 0]> : tensor<2xi64>
  %ends = onnx.Constant dense<[2, 3]> : tensor<2xi64>
  %axes = onnx.Constant dense<[0, 1]> : tensor<2xi64>
  %steps = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  %0 = "onnx.Slice"(%x, %starts, %ends, %axes, %steps) : (tensor<2x4xi32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2xi32>
  check.expect_eq_const %0, dense<[[5, 7]]> : tensor<1x2xi32>
  return
}

// Without axes and steps: the first axes, step 1. An end may be far out; a negative number counts from the end.
func.func @left_out() {
  %x = onnx.Constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %starts = onnx.Constant dense<[0, 1]> : tensor<2xi32>
  %ends = onnx.Constant dense<[-1, 1000]> : tensor<2xi32>
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Slice"(%x, %starts, %ends, %none, %none) : (tensor<2x4xi32>, tensor<2xi32>, tensor<2xi32>, none, none) -> tensor<1x3xi32>
  check.expect_eq_const %0, dense<[[2, 3, 4]]> : tensor<1x3xi32>
  return
}

func.func @backwards() {
  %x = onnx.Constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %from = onnx.Constant dense<20> : tensor<1xi64>
  %to = onnx.Constant dense<-9223372036854775808> : tensor<1xi64>
  %axis = onnx.Constant dense<-1> : tensor<1xi64>
  %two = onnx.Constant dense<-2> : tensor<1xi64>
  %0 = "onnx.Slice"(%x, %from, %to, %axis, %two) : (tensor<5xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[5, 3, 1]> : tensor<3xi32>
  // The same, where only the run knows: starts at 20, ends before the first.
  %d = tensor.cast %x : tensor<5xi32> to tensor<?xi32>
  %1 = "onnx.Slice"(%d, %from, %to, %axis, %two) : (tensor<?xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  %2 = tensor.cast %1 : tensor<?xi32> to tensor<3xi32>
  check.expect_eq_const %2, dense<[5, 3, 1]> : tensor<3xi32>
  %3 = "onnx.Slice"(%x, %to, %from, %axis, %two) : (tensor<5xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<0xi32>
  check.expect_eq_const %3, dense<> : tensor<0xi32>
  return
}

// Of nothing, backwards or not, nothing is taken.
func.func @of_nothing() {
  %x = onnx.Constant dense<> : tensor<0xi32>
  %from = onnx.Constant dense<-3> : tensor<1xi64>
  %to = onnx.Constant dense<-1000> : tensor<1xi64>
  %axis = onnx.Constant dense<0> : tensor<1xi64>
  %back = onnx.Constant dense<-1> : tensor<1xi64>
  %0 = "onnx.Slice"(%x, %from, %to, %axis, %back) : (tensor<0xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<0xi32>
  check.expect_eq_const %0, dense<> : tensor<0xi32>
  return
}

func.func @concat() {
  %a = onnx.Constant dense<[[1], [2]]> : tensor<2x1xi32>
  %b = onnx.Constant dense<[[3, 4], [5, 6]]> : tensor<2x2xi32>
  %0 = "onnx.Concat"(%a, %b, %a) {axis = -1 : si64} : (tensor<2x1xi32>, tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x4xi32>
  check.expect_eq_const %0, dense<[[1, 3, 4, 1], [2, 5, 6, 2]]> : tensor<2x4xi32>
  %1 = "onnx.Concat"(%b) {axis = 0 : si64} : (tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[3, 4], [5, 6]]> : tensor<2x2xi32>
  return
}

func.func @pad() {
  %x = onnx.Constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %pads = onnx.Constant dense<[0, 1, 1, -1]> : tensor<4xi64>
  %value = onnx.Constant dense<9> : tensor<i32>
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Pad"(%x, %pads, %value, %none) {mode = "constant"} : (tensor<2x2xi32>, tensor<4xi64>, tensor<i32>, none) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[9, 1], [9, 3], [9, 9]]> : tensor<3x2xi32>
  %one = onnx.Constant dense<1> : tensor<2xi64>
  %last = onnx.Constant dense<-1> : tensor<1xi64>
  %1 = "onnx.Pad"(%x, %one, %none, %last) : (tensor<2x2xi32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<2x4xi32>
  check.expect_eq_const %1, dense<[[0, 1, 2, 0], [0, 3, 4, 0]]> : tensor<2x4xi32>
  return
}

func.func @range() {
  %a = onnx.Constant dense<10> : tensor<i32>
  %b = onnx.Constant dense<3> : tensor<i32>
  %c = onnx.Constant dense<-3> : tensor<i32>
  %0 = "onnx.Range"(%a, %b, %c) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[10, 7, 4]> : tensor<3xi32>
  %1 = "onnx.Range"(%b, %a, %c) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0xi32>
  check.expect_eq_const %1, dense<> : tensor<0xi32>
  return
}
