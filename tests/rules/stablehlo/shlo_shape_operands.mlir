// Shapes that a constant gives: they fit the operand and the type of the result.

func.func @good(%a: tensor<2x3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<2x?xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  %2 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @f() {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{output shape [2, 3] is incompatible with return type of operation 'tensor<4x?xi32>'}}
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<4x?xi32>
  return
}

// -----

func.func @f(%a: tensor<1x3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{output shape [2, 3] is incompatible with return type of operation 'tensor<4x?xf32>'}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<4x?xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // expected-error@+1 {{size of operand dimension 1 (3) is not equal to 1 or value of shape at index 1 (4)}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{expects operand and result to have compatible element type. Got: 'tensor<2x3xf32>' and 'tensor<?x?xf64>'}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf64>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // expected-error@+1 {{output_shape is incompatible with input type of operation: input has 6 elements, but output_shape has 8}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{number of output elements (8) doesn't match expected number of elements (6)}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{expects operand and result to have compatible element type. Got: 'tensor<2x3xf32>' and 'tensor<2x3xf64>'}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf64>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %z: tensor<f32>) {
  %l = stablehlo.constant dense<1> : tensor<1xi32>
  %i = stablehlo.constant dense<-1> : tensor<1xi32>
  // expected-error@+1 {{interior_padding must be non-negative, but got}}
  %0 = stablehlo.dynamic_pad %a, %z, %l, %l, %i : (tensor<2xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %z: tensor<f32>) {
  %l = stablehlo.constant dense<1> : tensor<1xi32>
  // expected-error@+1 {{expected output dimension at index 0 to equal 5, but got 4}}
  %0 = stablehlo.dynamic_pad %a, %z, %l, %l, %l : (tensor<2xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xf32>
  return
}
