// dynamic_pad C2: three entries per dimension.

func.func @bad(%a: tensor<2x3xf32>, %z: tensor<f32>, %s: tensor<2xi64>, %t: tensor<3xi64>) {
  // expected-error@+2 {{padding operands size (3) must match operand rank (2)}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, dynamic_pad}}
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %t : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<3xi64>) -> tensor<?x?xf32>
  func.return
}
