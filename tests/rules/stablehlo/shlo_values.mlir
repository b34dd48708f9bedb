// What StableHLO calls a value: tensors, tokens and tuples of them, and no other dialect's type.

func.func @good(%a: tensor<2xf32>, %t: !stablehlo.token) {
  %0 = stablehlo.tuple %a, %t : tuple<tensor<2xf32>, !stablehlo.token>
  return
}

// -----

func.func @another(%a: tensor<2xf32>, %t: !foo.token) {
  // expected-error@+1 {{'stablehlo.tuple' op operand #1 must be}}
  %0 = "stablehlo.tuple"(%a, %t) : (tensor<2xf32>, !foo.token) -> tuple<tensor<2xf32>, !foo.token>
  return
}
