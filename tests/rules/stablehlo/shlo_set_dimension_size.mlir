// set_dimension_size: the dimension is one of the operand's; all else of the result is the operand's.

func.func @f(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+3 {{requires dimension attribute in range [0, 2); found (2)}}
  // expected-note@+2 {{rule C1 of the StableHLO dialect, set_dimension_size}}
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

// -----

// A constant that is the bound gives the extent back.
func.func @as_large_as_the_bound(%x: tensor<?x3xf32, #stablehlo.bounds<4, ?>>) {
  %n = stablehlo.constant dense<4> : tensor<i32>
  // expected-error@+2 {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<5x3xf32>'}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<i32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @size_of_rank_1(%x: tensor<2x3xf32>, %n: tensor<1xi32>) {
  // expected-error@+3 {{size operand should be of rank-0}}
  // expected-note@+2 {{rule I2 of the StableHLO dialect, set_dimension_size}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<?x3xf32>
  return
}
