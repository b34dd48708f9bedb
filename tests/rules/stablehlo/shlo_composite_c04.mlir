// composite C4: the results' types are the function's results'.

func.func private @g(tensor<2xf32>) -> tensor<2xf32>
func.func @f(%a: tensor<2xf32>) {
  // expected-note@+2 {{rule C4 of the StableHLO spec, composite}}
  // expected-error@+1 {{has 0 result(s), but decomposition has 1}}
  stablehlo.composite "my.op" %a {decomposition = @g} : (tensor<2xf32>) -> ()
  return
}

// -----

func.func private @g(tensor<2xf32>) -> tensor<2xf64>
func.func @f(%a: tensor<2xf32>) {
  // expected-note@+2 {{rule C4 of the StableHLO spec, composite}}
  // expected-error@+1 {{result at index 0 has type 'tensor<2xf32>', but decomposition has type 'tensor<2xf64>'}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @g} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
