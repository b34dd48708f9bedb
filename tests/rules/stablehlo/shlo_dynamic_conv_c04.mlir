// dynamic_conv C4: a pair of paddings for each spatial dimension.

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>, %p: tensor<2x1xi64>) {
  // expected-error@+2 {{expects padding to be of shape [1, 2], but got [2, 1]}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, dynamic_conv}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2x3xf32>, tensor<2x1xi64>) -> tensor<1x?x3xf32>
  func.return
}
