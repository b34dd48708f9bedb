// Three operands are joined in their order. After onnx/onnx#2436.
func.func @main() {
  %x = stablehlo.constant dense<[1]> : tensor<1xi32>
  %y = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %z = stablehlo.constant dense<[4]> : tensor<1xi32>
  %r = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[1, 2, 3, 4]> : tensor<4xi32>
  return
}
