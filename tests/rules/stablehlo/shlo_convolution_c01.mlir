// convolution C1: as many dimensions in both operands, two or more.

func.func @bad_0(%a: tensor<4xf32>, %b: tensor<2xf32>) {
  // expected-error@+2 {{expects convolution arguments to have >= 2 dimensions. Got: 'tensor<4xf32>' and 'tensor<2xf32>'.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<raw input_spatial_dimensions = [0], kernel_spatial_dimensions = [0], output_spatial_dimensions = [0]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<4xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @bad_1(%a: tensor<1x4x2xf32>, %b: tensor<2x2xf32>) {
  // expected-error@+2 {{expects convolution arguments to have same number of dimensions. Got: 'tensor<1x4x2xf32>' and 'tensor<2x2xf32>'.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2xf32>) -> tensor<1x3x3xf32>
  func.return
}
