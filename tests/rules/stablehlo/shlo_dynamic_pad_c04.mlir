// dynamic_pad C4: operand and result have one rank.

func.func @bad(%a: tensor<2x3xf32>, %z: tensor<f32>, %s: tensor<2xi64>) {
  // expected-error@+2 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, result} have same rank}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, dynamic_pad}}
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %s : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  func.return
}
