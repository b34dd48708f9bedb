// real_dynamic_slice: each list has an entry for each dimension; the result has the operand's rank and elements.

func.func @f(%x: tensor<4xf32>, %o: tensor<1xi32>) {
  %0 = stablehlo.real_dynamic_slice %x, %o, %o, %o : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %o: tensor<1xi32>, %t: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op failed to verify that all of {start_indices, limit_indices, strides} have same type}}
  %0 = stablehlo.real_dynamic_slice %x, %t, %o, %o : (tensor<4xf32>, tensor<2xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %o: tensor<1xi32>, %t: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op failed to verify that all of {start_indices, limit_indices, strides} have same type}}
  %0 = stablehlo.real_dynamic_slice %x, %o, %t, %o : (tensor<4xf32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %o: tensor<1xi32>, %t: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op failed to verify that all of {start_indices, limit_indices, strides} have same type}}
  %0 = stablehlo.real_dynamic_slice %x, %o, %o, %t : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %o: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op failed to verify that all of {operand, result} have same element type}}
  %0 = stablehlo.real_dynamic_slice %x, %o, %o, %o : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf64>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %o: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op requires the same rank for operand and result}}
  %0 = stablehlo.real_dynamic_slice %x, %o, %o, %o : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @lists_of_one_wrong_length(%a: tensor<2x3xf32>, %l: tensor<1xi64>) {
  // expected-error@+1 {{has mismatched number of operand rank (2) and start_indices size (1)}}
  %0 = stablehlo.real_dynamic_slice %a, %l, %l, %l : (tensor<2x3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  func.return
}
