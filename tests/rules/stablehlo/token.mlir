// after_all takes tokens and gives one.

func.func @f(%a: !stablehlo.token) {
  %0 = stablehlo.after_all %a, %a : !stablehlo.token
  return
}

// -----

func.func @f(%a: !foo.token) {
  // expected-error@+1 {{'stablehlo.after_all' op operand #0 must be variadic of token, but got '!foo.token'}}
  %0 = "stablehlo.after_all"(%a) : (!foo.token) -> !stablehlo.token
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.after_all' op operand #0 must be variadic of token, but got 'tensor<f32>'}}
  %0 = "stablehlo.after_all"(%a) : (tensor<f32>) -> !stablehlo.token
  return
}
