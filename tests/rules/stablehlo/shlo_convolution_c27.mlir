// convolution C27: the operands have one element type.

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf64>) {
  // expected-error@+2 {{expects lhs and rhs to have compatible element type. Got: 'f32' and 'f64'}}
  // expected-note@+1 {{rule C27 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2x3xf64>) -> tensor<1x3x3xf32>
  func.return
}
