// constant C1: the value has the result's type.

func.func @bad() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %0 = "stablehlo.constant"() {value = dense<1> : tensor<2xi32>} : () -> tensor<3xi32>
  func.return
}
