// convolution C14: a group's input features are the kernel's.

func.func @bad(%a: tensor<1x4x4xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+2 {{expects input feature dimension (4) / feature_group_count = kernel input feature dimension (2). Got feature_group_count = 1.}}
  // expected-note@+1 {{rule C14 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}
