// convolution C3: each stride is positive.

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+2 {{expects window to have positive stride for 0-th window dimension, but got 0.}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{window_strides = array<i64: 0>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}
