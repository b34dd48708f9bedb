// einsum, unary_einsum, torch_index_select: names that fit the ranks; dimensions that are there.

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{einsum_config "ab,bc" does not name the dimensions of its operands and its result}}
  %0 = stablehlo.einsum %a, %b, config = "ab,bc" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{does not name the dimensions}}
  %0 = stablehlo.einsum %a, %b, config = "ab,bcd->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{does not name the dimensions}}
  %0 = stablehlo.einsum %a, %b, config = "ab,bc->ax" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{does not name the dimensions}}
  %0 = stablehlo.einsum %a, %b, config = "ab,bc->aa" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{does not name the dimensions}}
  %0 = stablehlo.unary_einsum %a, config = "ab,ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{does not name the dimensions}}
  %0 = stablehlo.unary_einsum %a, config = "..a..->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.unary_einsum' op requires the same element type for all operands and results}}
  %0 = stablehlo.unary_einsum %a, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<4xf32>) {
  // expected-error@+1 {{index must be of integers, but got 'tensor<4xf32>'}}
  %0 = "stablehlo.torch_index_select"(%a, %i) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // expected-error@+1 {{dim 2 and batch_dims 0 do not fit an operand 'tensor<2x3xf32>' and an index 'tensor<4xi32>'}}
  %0 = "stablehlo.torch_index_select"(%a, %i) {dim = 2 : i64, batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // expected-error@+1 {{dim 1 and batch_dims 1 do not fit an operand 'tensor<2x3xf32>' and an index 'tensor<4xi32>'}}
  %0 = "stablehlo.torch_index_select"(%a, %i) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // expected-error@+2 {{inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x5xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.torch_index_select"(%a, %i) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x5xf32>
  return
}
