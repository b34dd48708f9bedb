// dynamic_pad C2: three entries per dimension.

func.func @bad(%a: tensor<2x3xf32>, %z: tensor<f32>, %s: tensor<2xi64>, %t: tensor<3xi64>) {
  // expected-error@+2 {{'stablehlo.dynamic_pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same type}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, dynamic_pad}}
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %t : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<3xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @f(%x: tensor<4xf32>, %z: tensor<f64>, %o: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, padding_value, result} have same element type}}
  %0 = stablehlo.dynamic_pad %x, %z, %o, %o, %o : (tensor<4xf32>, tensor<f64>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %z: tensor<f32>, %o: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, padding_value, result} have same element type}}
  %0 = stablehlo.dynamic_pad %x, %z, %o, %o, %o : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf64>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %z: tensor<1xf32>, %o: tensor<1xi32>) {
  // expected-error@+1 {{operand #1 must be 0D tensor of 4/6/8/16/32/64-bit float or bool or}}
  %0 = stablehlo.dynamic_pad %x, %z, %o, %o, %o : (tensor<4xf32>, tensor<1xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @lists_of_one_wrong_length(%a: tensor<2x3xf32>, %p: tensor<f32>, %l: tensor<1xi64>) {
  // expected-error@+2 {{padding operands size (1) must match operand rank (2)}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, dynamic_pad}}
  %0 = stablehlo.dynamic_pad %a, %p, %l, %l, %l : (tensor<2x3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  func.return
}
