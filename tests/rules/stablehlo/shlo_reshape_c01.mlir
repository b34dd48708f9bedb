// reshape C1: one element type.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op requires compatible element types for all operands and results}}
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<6xf64>
  func.return
}

// -----

func.func @f(%a: tensor<2x1x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) {
  %0 = stablehlo.reshape %a : (tensor<2x1x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 1.0}>>
  return
}
