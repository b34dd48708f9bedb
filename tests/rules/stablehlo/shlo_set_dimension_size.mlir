// set_dimension_size: the dimension is one of the operand's; all else of the result is the operand's.

func.func @f(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{requires dimension attribute in range [0, 2); found (2)}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 2 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{requires operand and result to agree but in dimension 0}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{requires operand and result to agree but in dimension 0}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{requires operand and result to agree but in dimension 0}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x4xf32>
  return
}
