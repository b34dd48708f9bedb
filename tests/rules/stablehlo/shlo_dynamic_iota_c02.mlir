// dynamic_iota C2: output_shape has an entry per dimension.

func.func @bad(%s: tensor<2xi64>) {
  // expected-error@+2 {{result should have a rank equal to the number of elements in output_shape}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, dynamic_iota}}
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?xi32>
  func.return
}
