// convolution C34: a float lhs and its result are of the type that rhs expresses.

func.func @bad(%a: tensor<1x4x2xf16>, %b: tensor<2x2x3x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{mismatched rhs quantization expressed type and lhs and result element type}}
  // expected-note@+1 {{rule C34 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf16>, tensor<2x2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x3x3xf16>
  func.return
}
