// convolution C2: as many window-strides as spatial dimensions.

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+2 {{expects window-strides to have same dimension-size as size of window dimensions (1), but got: 2.}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{window_strides = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}
