// convolution C12, C17, C19: two dimensions are not spatial, in each of the tensors.

func.func @bad_0(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>) {
  // expected-error@+2 {{expects the same size for input, kernel and output spatial-dimensions, but got 1, 2, and 1 resp.}}
  // expected-note@+1 {{rule C12, C17, C19 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<raw input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0, 3], output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  func.return
}

// -----

func.func @bad_1(%a: tensor<1x4x2x1xf32>, %b: tensor<2x2x3x1xf32>) {
  // expected-error@+2 {{expects convolution arguments to have 3 dimensions. Got: 4}}
  // expected-note@+1 {{rule C12 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2x1xf32>, tensor<2x2x3x1xf32>) -> tensor<1x3x3x1xf32>
  func.return
}
