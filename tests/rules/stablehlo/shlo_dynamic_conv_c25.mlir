// dynamic_conv C25: what the padding has no part in is known.

func.func @bad(%a: tensor<1x4x2xf32>, %b: tensor<2x2x3xf32>, %p: tensor<1x2xi64>) {
  // expected-error@+2 {{inferred shape '[1, ?, 3]' is incompatible with return type of operation 'tensor<1x?x4xf32>'}}
  // expected-note@+1 {{rule C25, C26 of the StableHLO spec, dynamic_conv}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2x3xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  func.return
}
