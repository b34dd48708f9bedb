// onnx.Concat joins one tensor or more.

func.func @none() {
  // expected-error@+1 {{'onnx.Concat' op expected 1 or more operands, but found 0}}
  %0 = "onnx.Concat"() {axis = 0 : si64} : () -> tensor<0xf32>
  return
}

// -----

func.func @ranks(%a: tensor<2xf32>, %b: tensor<2x1xf32>) {
  // expected-error@+2 {{operand #1 is 'tensor<2x1xf32>', expected the elements and rank of 'tensor<2xf32>'}}
  // expected-note@+1 {{rule ON-17}}
  %0 = "onnx.Concat"(%a, %b) {axis = 0 : si64} : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @third_of_another_type(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error@+2 {{operand #2 is 'tensor<2xi32>', expected the elements and rank of 'tensor<2xf32>'}}
  // expected-note@+1 {{rule ON-17}}
  %0 = "onnx.Concat"(%a, %a, %b) {axis = 0 : si64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) -> tensor<6xf32>
  return
}
