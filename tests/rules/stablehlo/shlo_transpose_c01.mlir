// transpose C1: one element type.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op requires compatible element types for all operands and results}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf64>
  func.return
}

// -----

func.func @f(%a: tensor<2x1x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x1x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 1.0}>>
  return
}

// -----

func.func @f(%a: tensor<?x?x3xf32, #stablehlo.bounds<4, ?, ?>>) {
  %0 = stablehlo.transpose %a, dims = [1, 0, 2] : (tensor<?x?x3xf32, #stablehlo.bounds<4, ?, ?>>) -> tensor<?x?x3xf32, #stablehlo.bounds<?, 4, ?>>
  return
}
