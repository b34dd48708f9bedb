// convolution C11: input features divide into their groups.

func.func @bad(%a: tensor<1x4x3xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+2 {{expects input feature dimension (3) to be a multiple of feature_group_count. Got feature_group_count = 2.}}
  // expected-note@+1 {{rule C11 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x3xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}
