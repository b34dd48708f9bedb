// convolution C4: a pair of paddings for each spatial dimension.

func.func @bad_0(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+2 {{expects padding-entries to have same dimension-size as size of window dimensions (1), but got: 2.}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{padding = dense<1> : tensor<2x2xi64>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad_1(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+2 {{expects the shape of padding-attribute to be {N, 2}, but got {2}.}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{padding = dense<1> : tensor<2xi64>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @padding_before_strides(%a: tensor<1x4x4x1xf32>, %b: tensor<2x2x1x2xf32>) {
  // expected-error@+2 {{expects the shape of padding-attribute to be {N, 2}, but got {2}.}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1>, padding = dense<0> : tensor<2xi64>} : (tensor<1x4x4x1xf32>, tensor<2x2x1x2xf32>) -> tensor<1x3x3x2xf32>
  func.return
}
