// chlo: ops that broadcast: element types, attributes, what is inferred.

func.func @good(%x: tensor<4xf32>, %y: tensor<?x1xf32>, %z: tensor<*xf32>, %p: tensor<i1>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %1 = chlo.broadcast_add %x, %z : (tensor<4xf32>, tensor<*xf32>) -> tensor<*xf32>
  %2 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %3 = "chlo.broadcast_compare"(%x, %y) <{compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction GE>}> : (tensor<4xf32>, tensor<?x1xf32>) -> tensor<?x4xi1>
  // No shape is common to these: they have a type, and fail when they run.
  %4 = chlo.broadcast_add %x, %x {broadcast_dimensions = array<i64: 5>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'chlo.broadcast_add' op requires compatible element types for all operands and results}}
  %0 = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'chlo.broadcast_subtract' op requires the same element type for all operands and results}}
  %0 = chlo.broadcast_subtract %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+2 {{'chlo.broadcast_complex' op failed to infer returned types}}
  // expected-error@+1 {{mismatched operand types}}
  %0 = chlo.broadcast_complex %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+2 {{'chlo.broadcast_select' op failed to infer returned types}}
  // expected-error@+1 {{mismatched operand types}}
  %0 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_and' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<4xf32>'}}
  %0 = chlo.broadcast_and %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.broadcast_zeta' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4xi32>'}}
  %0 = chlo.broadcast_zeta %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_select' op operand #0 must be ranked tensor of bool values, but got 'tensor<4xf32>'}}
  %0 = chlo.broadcast_select %x, %x, %x : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'broadcast_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %0 = chlo.broadcast_add %x, %x {broadcast_dimensions = "no"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_compare' op requires attribute 'comparison_direction'}}
  %0 = "chlo.broadcast_compare"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<2x1xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op failed to infer returned types}}
  // expected-error@+1 {{'chlo.broadcast_add' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<2x1xf32>) -> tensor<4xf32>
  return
}
