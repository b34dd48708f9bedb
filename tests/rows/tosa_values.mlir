// tosa.const in its later spelling.
func.func @const() -> tensor<2xi32> {
  %0 = "tosa.const"() <{values = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
