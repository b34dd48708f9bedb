// convolution C29: rhs's scales are along its output features.

func.func @bad(%a: tensor<1x4x2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {
  // expected-error@+2 {{quantization dimension of rhs should be same with kernel_output_feature_dimension}}
  // expected-note@+1 {{rule C29 of the StableHLO spec, convolution}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<1x3x3x!quant.uniform<i8:f32, 0.5>>
  func.return
}

// -----

// Of two rules that are broken, the dimension's is told.
func.func @dimension_before_storage(%a: tensor<1x4x4x1x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x2x1x2x!quant.uniform<i16:f32:0, {0.5, 0.25}>>) {
  // expected-error@+2 {{quantization dimension of rhs should be same with kernel_output_feature_dimension}}
  // expected-note@+1 {{rule C29 of the StableHLO spec, convolution}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x1x2x!quant.uniform<i16:f32:0, {0.5, 0.25}>>) -> tensor<1x3x3x2x!quant.uniform<i32:f32, 0.5>>
  func.return
}
