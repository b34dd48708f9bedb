// dynamic_pad C2: three entries per dimension.

func.func @bad(%a: tensor<2x3xf32>, %z: tensor<f32>, %s: tensor<2xi64>, %t: tensor<3xi64>) {
  // expected-error@+2 {{padding operands size (3) must match operand rank (2)}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, dynamic_pad}}
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %t : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<3xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @f(%x: tensor<4xf32>, %z: tensor<f64>, %o: tensor<1xi32>) {
  // expected-error@+1 {{requires the same element type for operand, padding value and result}}
  %0 = stablehlo.dynamic_pad %x, %z, %o, %o, %o : (tensor<4xf32>, tensor<f64>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %z: tensor<f32>, %o: tensor<1xi32>) {
  // expected-error@+1 {{requires the same element type for operand, padding value and result}}
  %0 = stablehlo.dynamic_pad %x, %z, %o, %o, %o : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf64>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %z: tensor<1xf32>, %o: tensor<1xi32>) {
  // expected-error@+1 {{padding value type should be a rank-0 tensor, is rank 1}}
  %0 = stablehlo.dynamic_pad %x, %z, %o, %o, %o : (tensor<4xf32>, tensor<1xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}
