// composite C1: the name has a namespace.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op name must be namespaced, as in "namespace.name", but is "op"}}
  %0 = stablehlo.composite "op" %a {decomposition = @bad} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
