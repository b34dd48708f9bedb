// convolution C10: batches divide into their groups.

func.func @bad(%a: tensor<3x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+2 {{expects input batch dimension (3) to be divisible by batch_group_count. Got batch_group_count = 2.}}
  // expected-note@+1 {{rule C10 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64}> : (tensor<3x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}
