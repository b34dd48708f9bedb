// dynamic_reshape C4: output_shape has an entry per dimension of the result.

func.func @bad(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+2 {{result should have a rank equal to the number of elements in output_shape}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, dynamic_reshape}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?xf32>
  func.return
}

// -----

// Of a constant that has too many extents, the shape is told and not their number.
func.func @shape_before_rank(%a: tensor<6xf32>) {
  %s = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  // expected-error@+2 {{output shape [1, 2, 3] is incompatible with return type of operation 'tensor<?x?xf32>'}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, dynamic_reshape}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xf32>, tensor<3xi64>) -> tensor<?x?xf32>
  func.return
}
