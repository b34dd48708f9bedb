// convolution C25: the shape of the result, and windows that have elements.

func.func @bad_0(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+2 {{inferred shape '[1, 3, 3]' is incompatible with return type of operation 'tensor<1x4x3xf32>'}}
  // expected-note@+1 {{rule C25 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x4x3xf32>
  func.return
}

// -----

func.func @bad_1(%a: tensor<1x4x2xf32>, %b: tensor<0x2x3xf32>) {
  // expected-error@+2 {{expects window to have positive value for 0-th window dimension, but got 0.}}
  // expected-note@+1 {{rule C25 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<0x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}
