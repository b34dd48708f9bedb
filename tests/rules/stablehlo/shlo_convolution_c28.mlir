// convolution C28: rhs is quantized, and the result if lhs is.

func.func @bad_0(%a: tensor<1x4x2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x2x3xf32>) {
  // expected-error@+2 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  // expected-note@+1 {{rule C28 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad_1(%a: tensor<1x4x2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x2x3x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  // expected-note@+1 {{rule C28 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x3x3xf32>
  func.return
}
