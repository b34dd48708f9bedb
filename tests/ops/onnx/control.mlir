// Graphs: each sees the values around it.
func.func @if_then() {
  %c = onnx.Constant dense<true> : tensor<i1>
  %x = onnx.Constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = "onnx.If"(%c) ({
    %a = "onnx.Add"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf32>
  return
}

// The first region is the other branch here.
func.func @if_named() {
  %c = onnx.Constant dense<true> : tensor<1xi1>
  %x = onnx.Constant dense<7> : tensor<i32>
  %y = onnx.Constant dense<9> : tensor<i32>
  %r = "onnx.If"(%c) ({
    "onnx.Yield"(%x) : (tensor<i32>) -> ()
  }, {
    "onnx.Yield"(%y) : (tensor<i32>) -> ()
  }) {onnx.graphs = ["else_branch", "then_branch"]} : (tensor<1xi1>) -> tensor<i32>
  check.expect_eq_const %r, dense<9> : tensor<i32>
  return
}

// 3 * 2^k, and each value on the way.
func.func @loop() {
  %n = onnx.Constant dense<4> : tensor<i64>
  %none = "onnx.NoValue"() {value} : () -> none
  %x = onnx.Constant dense<3> : tensor<i64>
  %r:2 = "onnx.Loop"(%n, %none, %x) ({
  ^bb0(%k: tensor<i64>, %go: tensor<i1>, %v: tensor<i64>):
    %w = "onnx.Add"(%v, %v) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "onnx.Yield"(%go, %w, %w) : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
  }) : (tensor<i64>, none, tensor<i64>) -> (tensor<i64>, tensor<?xi64>)
  check.expect_eq_const %r#0, dense<48> : tensor<i64>
  %s = tensor.cast %r#1 : tensor<?xi64> to tensor<4xi64>
  check.expect_eq_const %s, dense<[6, 12, 24, 48]> : tensor<4xi64>
  return
}

// Until the value is 20 or more.
func.func @loop_while() {
  %none = "onnx.NoValue"() {value} : () -> none
  %yes = onnx.Constant dense<true> : tensor<i1>
  %x = onnx.Constant dense<3> : tensor<i64>
  %most = onnx.Constant dense<20> : tensor<i64>
  %r = "onnx.Loop"(%none, %yes, %x) ({
  ^bb0(%k: tensor<i64>, %go: tensor<i1>, %v: tensor<i64>):
    %w = "onnx.Add"(%v, %v) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %less = "onnx.Less"(%w, %most) : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "onnx.Yield"(%less, %w) : (tensor<i1>, tensor<i64>) -> ()
  }) : (none, tensor<i1>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %r, dense<24> : tensor<i64>
  return
}

// Sums of columns, from the last column on.
func.func @scan() {
  %x = onnx.Constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %zero = onnx.Constant dense<0> : tensor<2xi64>
  %r:2 = "onnx.Scan"(%zero, %x) ({
  ^bb0(%sum: tensor<2xi64>, %column: tensor<2xi64>):
    %next = "onnx.Add"(%sum, %column) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
    "onnx.Yield"(%next, %next) : (tensor<2xi64>, tensor<2xi64>) -> ()
  }) {num_scan_inputs = 1 : si64, scan_input_axes = [1], scan_input_directions = [1], scan_output_axes = [1]}
    : (tensor<2xi64>, tensor<2x3xi64>) -> (tensor<2xi64>, tensor<2x3xi64>)
  check.expect_eq_const %r#0, dense<[6, 15]> : tensor<2xi64>
  check.expect_eq_const %r#1, dense<[[3, 5, 6], [6, 11, 15]]> : tensor<2x3xi64>
  return
}
