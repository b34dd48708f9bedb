// Ops that are read, checked and printed, and have nothing to run.
func.func @cast(%a: tensor<2xi32>) -> tensor<2xui32> {
  %0 = "builtin.unrealized_conversion_cast"(%a) : (tensor<2xi32>) -> tensor<2xui32>

  return %0 : tensor<2xui32>
}
