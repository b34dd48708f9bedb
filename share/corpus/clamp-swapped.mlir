// Misread: the bounds of a clamp are exchanged. After microsoft/onnxruntime#25057.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<1x1x1xi32>
  %1 = stablehlo.constant dense<1> : tensor<1x1x1xi32>
  %2 = stablehlo.clamp %1, %1, %0 : tensor<1x1x1xi32>
  check.expect_eq_const %2, dense<0> : tensor<1x1x1xi32>
  return
}
