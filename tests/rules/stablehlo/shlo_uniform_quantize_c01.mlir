// uniform_quantize C1: one shape.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op all non-scalar operands/results must have the same shape and base type}}
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<6x!quant.uniform<i8:f32, 1.0:0>>
  func.return
}
