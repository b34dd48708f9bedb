// chlo.top_k: its form and what is inferred.

func.func @good(%x: tensor<2x?xf32>, %u: tensor<*xf32>) {
  %v, %i = chlo.top_k(%x, k = 3, is_stable = true) {note} : tensor<2x?xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %w, %j = "chlo.top_k"(%x) <{k = 1 : i64, is_stable = false}> : (tensor<2x?xf32>) -> (tensor<2x1xf32>, tensor<2x1xi32>)
  %y, %l = chlo.top_k(%u, k = 3) : tensor<*xf32> -> (tensor<*xf32>, tensor<*xi32>)
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error@+2 {{'chlo.top_k' op failed to infer returned types}}
  // expected-error@+1 {{operand's rank must be at least 1}}
  %v, %i = chlo.top_k(%x, k = 1) : tensor<f32> -> (tensor<1xf32>, tensor<1xi32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+2 {{'chlo.top_k' op failed to infer returned types}}
  // expected-error@+1 {{operand's last dimension must be at least 5}}
  %v, %i = chlo.top_k(%x, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+2 {{'chlo.top_k' op failed to infer returned types}}
  // expected-error@+1 {{'chlo.top_k' op k is -1, it must not be negative}}
  %v, %i = chlo.top_k(%x, k = -1) : tensor<4xf32> -> (tensor<1xf32>, tensor<1xi32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+2 {{'chlo.top_k' op failed to infer returned types}}
  // expected-error@+1 {{inferred type(s) 'tensor<2xf32>', 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xf32>', 'tensor<2xi64>'}}
  %v, %i = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi64>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected 'k'}}
  %v, %i = chlo.top_k(%x, 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected ')'}}
  %v, %i = chlo.top_k(%x, k = 2 : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

// Bounds are kept, but of the last dimension, whose extent is known.

func.func @f(%x: tensor<?x3x?xf32, #stablehlo.bounds<7, ?, 9>>) {
  // expected-error@+2 {{'chlo.top_k' op failed to infer returned types}}
  // expected-error@+1 {{inferred type(s) 'tensor<?x3x2xf32, #stablehlo.bounds<7, ?, ?>>', 'tensor<?x3x2xi32, #stablehlo.bounds<7, ?, ?>>' are incompatible}}
  %v, %i = chlo.top_k(%x, k = 2) : tensor<?x3x?xf32, #stablehlo.bounds<7, ?, 9>> -> (tensor<8x3x2xf32>, tensor<8x3x2xi32>)
  return
}
