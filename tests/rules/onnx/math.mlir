// Rules of the operators of numbers, along dimensions and of parts: ON-22 to ON-31. Expected types and limits are ONNX's own.

func.func @on_22(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{'onnx.Exp' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 values, but got 'tensor<2xi32>'}}
  %r = "onnx.Exp"(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

func.func @on_22_unsigned(%x: tensor<2xui8>) -> tensor<2xui8> {
  // expected-error@+1 {{'onnx.Neg' op operand #0 must be ranked tensor of 8-bit to 64-bit signless integer, f16, bf16, f32 or f64 values, but got 'tensor<2xui8>'}}
  %r = "onnx.Neg"(%x) : (tensor<2xui8>) -> tensor<2xui8>
  return %r : tensor<2xui8>
}

// -----

func.func @on_10(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{'onnx.Div' op shapes [2] and [3] do not broadcast: from the last dimension on, two sizes are equal or one of them is 1}}
  // expected-note@+1 {{rule ON-10}}
  %r = "onnx.Div"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @on_23(%x: tensor<2x3xf32>, %y: tensor<4x2xf32>) -> tensor<2x2xf32> {
  // expected-error@+2 {{'onnx.MatMul' op sums are over 3 elements of A and 4 of B, expected as many}}
  // expected-note@+1 {{rule ON-23}}
  %r = "onnx.MatMul"(%x, %y) : (tensor<2x3xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

func.func @on_23_scalar(%x: tensor<f32>, %y: tensor<4x2xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{'onnx.MatMul' op operand #0 is a scalar, expected one dimension or more}}
  // expected-note@+1 {{rule ON-23}}
  %r = "onnx.MatMul"(%x, %y) : (tensor<f32>, tensor<4x2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @on_23_gemm(%x: tensor<2x3x1xf32>, %y: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %c = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.Gemm' op operand #0 has 3 dimensions, expected 2}}
  // expected-note@+1 {{rule ON-23}}
  %r = "onnx.Gemm"(%x, %y, %c) : (tensor<2x3x1xf32>, tensor<3x2xf32>, none) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

func.func @on_23_large(%x: tensor<1x3xf32>, %y: tensor<3x2xf32>, %c: tensor<2x2xf32>) -> tensor<1x2xf32> {
  // expected-error@+2 {{'onnx.Gemm' op C is larger than the product, expected that it broadcasts to it}}
  // expected-note@+1 {{rule ON-23}}
  %r = "onnx.Gemm"(%x, %y, %c) : (tensor<1x3xf32>, tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  return %r : tensor<1x2xf32>
}

// -----

func.func @on_23_type(%x: tensor<2x3xf32>) -> tensor<2x4xf32> {
  %w = onnx.Constant dense<1.0> : tensor<3x2xf32>
  // expected-error@+2 {{'onnx.MatMul' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'onnx.MatMul' op failed to infer returned types}}
  %r = "onnx.MatMul"(%x, %w) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @on_24(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %axes = onnx.Constant dense<2> : tensor<1xi64>
  // expected-error@+2 {{'onnx.ReduceSum' op axes[0] is 2, accepted range is [-2, 1]}}
  // expected-note@+1 {{rule ON-24}}
  %r = "onnx.ReduceSum"(%x, %axes) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

// -----

func.func @on_24_softmax(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+2 {{'onnx.Softmax' op axis is -3, accepted range is [-2, 1]}}
  // expected-note@+1 {{rule ON-24}}
  %r = "onnx.Softmax"(%x) {axis = -3 : si64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @on_25(%x: tensor<2x3xf32>, %s: tensor<1x2x3xf32>) -> tensor<2x3xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-error@+2 {{'onnx.LayerNormalization' op operand #1 has more dimensions than X, expected that it broadcasts to it}}
  // expected-note@+1 {{rule ON-25}}
  %r, %m, %i = "onnx.LayerNormalization"(%x, %s, %none) : (tensor<2x3xf32>, tensor<1x2x3xf32>, none) -> (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x1xf32>)
  return %r : tensor<2x3xf32>
}

// -----

func.func @on_26(%x: tensor<2x3xf32>) -> tensor<2x4xf32> {
  %k = onnx.Constant dense<4> : tensor<1xi64>
  // expected-error@+2 {{'onnx.TopK' op K is 4, lines have 3 elements}}
  // expected-note@+1 {{rule ON-26}}
  %v, %i = "onnx.TopK"(%x, %k) : (tensor<2x3xf32>, tensor<1xi64>) -> (tensor<2x4xf32>, tensor<2x4xi64>)
  return %v : tensor<2x4xf32>
}

// -----

func.func @on_27(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+2 {{'onnx.Flatten' op axis is 3, accepted range is [-2, 2]}}
  // expected-note@+1 {{rule ON-27}}
  %r = "onnx.Flatten"(%x) {axis = 3 : si64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @on_28(%x: tensor<4xf32>) -> tensor<1xf32> {
  %parts = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  // expected-error@+2 {{'onnx.Split' op the parts have 3 elements together, the dimension has 4}}
  // expected-note@+1 {{rule ON-28}}
  %a, %b = "onnx.Split"(%x, %parts) : (tensor<4xf32>, tensor<2xi64>) -> (tensor<1xf32>, tensor<2xf32>)
  return %a : tensor<1xf32>
}

// -----

func.func @on_28_count(%x: tensor<4xf32>) -> tensor<1xf32> {
  %parts = onnx.Constant dense<[1, 2, 1]> : tensor<3xi64>
  // expected-error@+2 {{'onnx.Split' op split has 3 entries, expected 2, one for each result}}
  // expected-note@+1 {{rule ON-28}}
  %a, %b = "onnx.Split"(%x, %parts) : (tensor<4xf32>, tensor<3xi64>) -> (tensor<1xf32>, tensor<2xf32>)
  return %a : tensor<1xf32>
}

// -----

func.func @on_29(%x: tensor<4xf32>) -> tensor<8xf32> {
  %n = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  // expected-error@+2 {{'onnx.Tile' op repeats has 2 entries, expected 1, one for each dimension}}
  // expected-note@+1 {{rule ON-29}}
  %r = "onnx.Tile"(%x, %n) : (tensor<4xf32>, tensor<2xi64>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @on_30(%x: tensor<4xi64>, %depth: tensor<i64>, %values: tensor<3xf32>) -> tensor<4x?xf32> {
  // expected-error@+2 {{'onnx.OneHot' op values are not two numbers, off and on}}
  // expected-note@+1 {{rule ON-30}}
  %r = "onnx.OneHot"(%x, %depth, %values) : (tensor<4xi64>, tensor<i64>, tensor<3xf32>) -> tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}

// -----

func.func @on_31() -> tensor<?xf32> {
  %n = onnx.Constant dense<-1> : tensor<1xi64>
  // expected-error@+2 {{'onnx.ConstantOfShape' op input[0] is -1, expected a size, which is not negative}}
  // expected-note@+1 {{rule ON-31}}
  %r = "onnx.ConstantOfShape"(%n) : (tensor<1xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @on_21_axes(%x: tensor<2x3xf32>, %axes: tensor<1xi64>) -> tensor<?x?xf32> attributes {onnx.opset_version = 17 : si64} {
  // expected-error@+2 {{'onnx.ReduceMax' op is in this form since opset 18, the function names 17}}
  // expected-note@+1 {{rule ON-21}}
  %r = "onnx.ReduceMax"(%x, %axes) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// Axes that are a constant can be said by the attribute of opset 13 as well.
func.func @on_21_constant(%x: tensor<2x3xf32>) -> tensor<2x1xf32> attributes {onnx.opset_version = 17 : si64} {
  %axes = onnx.Constant dense<1> : tensor<1xi64>
  %r = "onnx.ReduceMax"(%x, %axes) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}
