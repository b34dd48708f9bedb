// The check ops, and the custom calls of their names: two tensors of one type; a call answers nothing, or true.

func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>, %d: tensor<?xf32>) {
  check.expect_eq %a, %a : tensor<2xf32>
  "check.expect_eq"(%a, %d) : (tensor<2xf32>, tensor<?xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%a, %d) : (tensor<2xf32>, tensor<?xf32>) -> ()
  %0 = stablehlo.custom_call @check.eq(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<i1>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'check.expect_eq' op failed to verify that all of {lhs, rhs} have same type}}
  "check.expect_eq"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{'check.expect_almost_eq' op failed to verify that all of {lhs, rhs} have same type}}
  "check.expect_almost_eq"(%a, %b) : (tensor<2xf32>, tensor<2xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{'check.expect_close' op failed to verify that all of {actual, expected} have same type}}
  "check.expect_close"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> ()
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'check.expect_eq_const' op failed to verify that all of {lhs, value} have same type}}
  "check.expect_eq_const"(%a) <{value = dense<1.0> : tensor<3xf32>}> : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{@check.expect_eq takes 2 operands, got 1}}
  stablehlo.custom_call @check.expect_eq(%a) : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %t: tuple<tensor<2xf32>>) {
  // expected-error@+1 {{@check.expect_close compares ranked tensors}}
  stablehlo.custom_call @check.expect_close(%a, %t) : (tensor<2xf32>, tuple<tensor<2xf32>>) -> ()
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{@check.expect_almost_eq compares two tensors of one type}}
  stablehlo.custom_call @check.expect_almost_eq(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{@check.eq has no result, or one of type 'tensor<i1>'}}
  %0:2 = stablehlo.custom_call @check.eq(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<i1>, tensor<i1>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{@check.eq has no result, or one of type 'tensor<i1>'}}
  %0 = stablehlo.custom_call @check.eq(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{@check.eq has no result, or one of type 'tensor<i1>'}}
  %0 = stablehlo.custom_call @check.eq(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{@check.eq has no result, or one of type 'tensor<i1>'}}
  %0 = stablehlo.custom_call @check.eq(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> !stablehlo.token
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{attribute 'min_ulp_difference' failed to satisfy constraint: 64-bit unsigned integer attribute}}
  "check.expect_close"(%a, %a) <{min_ulp_difference = 1 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{attribute 'max_ulp_difference' failed to satisfy constraint: 64-bit unsigned integer attribute}}
  "check.expect_close"(%a, %a) <{max_ulp_difference = 2 : i32}> : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<*xf32>) {
  // expected-error@+1 {{'check.expect_eq' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<*xf32>'}}
  check.expect_eq %a, %a : tensor<*xf32>
  return
}
