// convolution C23: features are in groups or batches are.

func.func @bad(%a: tensor<2x4x4xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+2 {{expects batch_group_count and feature_group_count not to be both greater than 1. Got 2 and 2 resp.}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64}> : (tensor<2x4x4xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}
