// composite C3: the operands' types are the function's inputs'.

func.func @bad_2(%a: tensor<2x3xf32>) {
  // expected-note@+2 {{rule C3 of the StableHLO spec, composite}}
  // expected-error@+1 {{has 2 operand(s), but decomposition has 1}}
  %0 = stablehlo.composite "my.op" %a, %a {decomposition = @bad_2} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func private @g(tensor<2xf32>, tensor<3xf32>)
func.func @f(%a: tensor<2xf32>) {
  // expected-note@+2 {{rule C3 of the StableHLO spec, composite}}
  // expected-error@+1 {{operand at index 1 has type 'tensor<2xf32>', but decomposition has type 'tensor<3xf32>'}}
  stablehlo.composite "my.op" %a, %a {decomposition = @g} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
