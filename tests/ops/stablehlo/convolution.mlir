// convolution, dynamic_conv: StableHLO spec, the sections of those names. Results by hand.

// A result of wider elements: operands are widened first.
func.func @wider_result() {
  %l = stablehlo.constant dense<[[[100], [100], [100]]]> : tensor<1x3x1xi8>
  %r = stablehlo.constant dense<[[[2]], [[3]]]> : tensor<2x1x1xi8>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xi8>, tensor<2x1x1xi8>) -> tensor<1x2x1xi32>
  check.expect_eq_const %0, dense<500> : tensor<1x2x1xi32>
  func.return
}

// Without spatial dimensions it is a product of matrices: [2, 3] times [3, 2].
func.func @no_windows() {
  %l = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %r = stablehlo.constant dense<[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]> : tensor<3x2xf32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[4.0, 5.0], [10.0, 11.0]]> : tensor<2x2xf32>
  func.return
}

// Padding is zeros that are multiplied: 0 * inf is NaN.
func.func @padding_meets_infinity() {
  %l = stablehlo.constant dense<[[[1.0], [2.0]]]> : tensor<1x2x1xf32>
  %r = stablehlo.constant dense<[[[0x7F800000]], [[1.0]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>
  check.expect_almost_eq_const %0, dense<[[[0x7FC00000], [0x7F800000]]]> : tensor<1x2x1xf32>
  func.return
}

// Sums of floats of 16 bits are made in f32 and rounded once: 2048 + 1 + 1 is 2048 in f16's own steps.
func.func @sums_of_narrow_floats() {
  %l = stablehlo.constant dense<[[[2048.0], [1.0], [1.0]]]> : tensor<1x3x1xf16>
  %r = stablehlo.constant dense<1.0> : tensor<3x1x1xf16>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf16>, tensor<3x1x1xf16>) -> tensor<1x1x1xf16>
  check.expect_eq_const %0, dense<2050.0> : tensor<1x1x1xf16>
  func.return
}

// No batches, no windows, no features.
func.func @nothing_to_do() {
  %l = stablehlo.constant dense<1.0> : tensor<0x3x1xf32>
  %r = stablehlo.constant dense<1.0> : tensor<2x1x4xf32>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x3x1xf32>, tensor<2x1x4xf32>) -> tensor<0x2x4xf32>
  check.expect_eq_const %0, dense<1.0> : tensor<0x2x4xf32>
  %s = stablehlo.constant dense<1.0> : tensor<1x1x1xf32>
  %1 = stablehlo.convolution(%s, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1xf32>, tensor<2x1x4xf32>) -> tensor<1x0x4xf32>
  check.expect_eq_const %1, dense<1.0> : tensor<1x0x4xf32>
  %z = stablehlo.constant dense<1.0> : tensor<1x3x0xf32>
  %k = stablehlo.constant dense<1.0> : tensor<2x0x4xf32>
  %2 = stablehlo.convolution(%z, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x0xf32>, tensor<2x0x4xf32>) -> tensor<1x2x4xf32>
  check.expect_eq_const %2, dense<0.0> : tensor<1x2x4xf32>
  func.return
}

// Extents that only a run knows.
func.func @open_extents() {
  %l = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %r = stablehlo.constant dense<[[[1]], [[10]]]> : tensor<2x1x1xi64>
  %s = stablehlo.constant dense<[1, 4, 1]> : tensor<3xi64>
  %0 = stablehlo.dynamic_reshape %l, %s : (tensor<4xi64>, tensor<3xi64>) -> tensor<?x?x?xi64>
  %1 = stablehlo.convolution(%0, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?xi64>, tensor<2x1x1xi64>) -> tensor<?x?x1xi64>
  %2 = stablehlo.reshape %1 : (tensor<?x?x1xi64>) -> tensor<3xi64>
  check.expect_eq_const %2, dense<[21, 32, 43]> : tensor<3xi64>
  func.return
}

// dynamic_conv: the padding is an operand. [0, 1, 2, 3] windows of two: 1*10 + 0, ..
func.func @dynamic_padding() {
  %l = stablehlo.constant dense<[[[1], [2], [3]]]> : tensor<1x3x1xi64>
  %r = stablehlo.constant dense<[[[1]], [[10]]]> : tensor<2x1x1xi64>
  %p = stablehlo.constant dense<[[1, -1]]> : tensor<1x2xi32>
  %0 = "stablehlo.dynamic_conv"(%l, %r, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x1xi64>, tensor<2x1x1xi64>, tensor<1x2xi32>) -> tensor<1x?x1xi64>
  %1 = stablehlo.reshape %0 : (tensor<1x?x1xi64>) -> tensor<1x2x1xi64>
  check.expect_eq_const %1, dense<[[[10], [21]]]> : tensor<1x2x1xi64>
  %2 = "stablehlo.dynamic_conv"(%l, %r, %p) <{dimension_numbers = #stablehlo.conv<raw input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_feature_dimension = 2, output_spatial_dimensions = [1],>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 5>, window_reversal = array<i1: true>}> : (tensor<1x3x1xi64>, tensor<2x1x1xi64>, tensor<1x2xi32>) -> tensor<1x1x1xi64>
  check.expect_eq_const %2, dense<1> : tensor<1x1x1xi64>
  func.return
}

// lhs: (stored - 2) * 0.5 = [1, 2, -1]. rhs, a scale for each output feature: [1, 2] * 1 and [3, 1] * 0.25. Sums: 1 + 4, 2 - 2
// and 0.75 + 0.5, 1.5 - 0.25; stored by steps of 0.5 from 10, and of 0.25 from -3.
func.func @quantized_per_axis() {
  %lf = stablehlo.constant dense<[[[1.0], [2.0], [-1.0]]]> : tensor<1x3x1xf32>
  %rf = stablehlo.constant dense<[[[1.0, 0.75]], [[2.0, 0.25]]]> : tensor<2x1x2xf32>
  %l = stablehlo.uniform_quantize %lf : (tensor<1x3x1xf32>) -> tensor<1x3x1x!quant.uniform<i8:f32, 0.5:2>>
  %r = stablehlo.uniform_quantize %rf : (tensor<2x1x2xf32>) -> tensor<2x1x2x!quant.uniform<i8<-127:127>:f32:2, {1.0, 0.25}>>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1x!quant.uniform<i8:f32, 0.5:2>>, tensor<2x1x2x!quant.uniform<i8<-127:127>:f32:2, {1.0, 0.25}>>) -> tensor<1x2x2x!quant.uniform<i32:f32:2, {0.5:10, 0.25:-3}>>
  %1 = stablehlo.bitcast_convert %0 : (tensor<1x2x2x!quant.uniform<i32:f32:2, {0.5:10, 0.25:-3}>>) -> tensor<1x2x2xi32>
  check.expect_eq_const %1, dense<[[[20, 2], [10, 2]]]> : tensor<1x2x2xi32>
  %2 = stablehlo.uniform_dequantize %0 : (tensor<1x2x2x!quant.uniform<i32:f32:2, {0.5:10, 0.25:-3}>>) -> tensor<1x2x2xf32>
  check.expect_eq_const %2, dense<[[[5.0, 1.25], [0.0, 1.25]]]> : tensor<1x2x2xf32>
  func.return
}

// A float lhs and a quantized rhs: 0.5 * 6 + 1 * 2.
func.func @hybrid() {
  %l = stablehlo.constant dense<[[[0.5], [1.0]]]> : tensor<1x2x1xf32>
  %rf = stablehlo.constant dense<[[[6.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %r = stablehlo.uniform_quantize %rf : (tensor<2x1x1xf32>) -> tensor<2x1x1x!quant.uniform<i8:f32, 2.0:1>>
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xf32>, tensor<2x1x1x!quant.uniform<i8:f32, 2.0:1>>) -> tensor<1x1x1xf32>
  check.expect_eq_const %0, dense<5.0> : tensor<1x1x1xf32>
  func.return
}
