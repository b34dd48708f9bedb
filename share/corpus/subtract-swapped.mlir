// Misread: the operands are exchanged. After qualcomm/aimet#3367.
func.func @main() {
  %0 = arith.constant dense<0> : tensor<1x1x1x1xi32>
  %1 = tensor.cast %0 : tensor<1x1x1x1xi32> to tensor<1x1x?x1xi32>
  %2 = stablehlo.constant dense<1> : tensor<1x1x1x1xi32>
  %3 = tensor.cast %2 : tensor<1x1x1x1xi32> to tensor<1x1x?x1xi32>
  %4 = stablehlo.subtract %3, %1 : tensor<1x1x?x1xi32>
  %5 = tensor.cast %4 : tensor<1x1x?x1xi32> to tensor<1x1x1x1xi32>
  check.expect_eq_const %5, dense<1> : tensor<1x1x1x1xi32>
  return
}
