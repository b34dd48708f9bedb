// dynamic_conv C1: as many dimensions in both operands.

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2xf32>, %p: tensor<1x2xi64>) {
  // expected-error@+2 {{expects convolution arguments to have same number of dimensions. Got: 'tensor<1x4x2xf32>' and 'tensor<2x2xf32>'.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, dynamic_conv}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2xf32>, tensor<1x2xi64>) -> tensor<1x?x3xf32>
  func.return
}
