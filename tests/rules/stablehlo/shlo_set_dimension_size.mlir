// set_dimension_size: the dimension is one of the operand's; all else of the result is the operand's.

func.func @f(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+2 {{expects dimension to be in range [0, 2); got: [2].}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 2 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.set_dimension_size' op inferred type(s) 'tensor<?x3xf32, #stablehlo.bounds<2, ?>>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.set_dimension_size' op inferred type(s) 'tensor<?x3xf32, #stablehlo.bounds<2, ?>>' are incompatible with return type(s) of operation 'tensor<?x3xf64>'}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.set_dimension_size' op inferred type(s) 'tensor<?x3xf32, #stablehlo.bounds<2, ?>>' are incompatible with return type(s) of operation 'tensor<?x4xf32>'}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x4xf32>
  return
}
