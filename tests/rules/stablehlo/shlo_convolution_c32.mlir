// convolution C32: all three express one type.

func.func @bad(%a: tensor<1x4x2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x2x3x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{mismatched lhs, rhs and result quantization expressed types}}
  // expected-note@+1 {{rule C32 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x3x3x!quant.uniform<i8:f16, 0.5>>
  func.return
}
