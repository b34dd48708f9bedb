// select C2: the values and the result have one type.

func.func @bad(%p: tensor<2xi1>, %a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error@+3 {{requires compatible types for non-predicate operands}}
  // expected-note@+2 {{rule C2 of the StableHLO spec, select}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<2xi1>, tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  func.return
}

// -----

func.func @bad_2(%p: tensor<2xi1>, %a: tensor<2xi32>) {
  // expected-error@+2 {{'stablehlo.select' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %0 = "stablehlo.select"(%p, %a, %a) : (tensor<2xi1>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  func.return
}
