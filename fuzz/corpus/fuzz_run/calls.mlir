func.func @f() -> tensor<3xbf16> {
  %0:2 = call @g() : () -> (tensor<3xbf16>, tensor<i1>)
  return %0#0 : tensor<3xbf16>
}
func.func private @g() -> (tensor<3xbf16>, tensor<i1>) {
  %0 = stablehlo.iota dim = 0 : tensor<3xbf16>
  %1 = stablehlo.constant dense<true> : tensor<i1>
  return %0, %1 : tensor<3xbf16>, tensor<i1>
}
