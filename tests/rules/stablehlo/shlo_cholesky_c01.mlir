// cholesky C1: the factor has the type of the matrix.

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op requires compatible element types for all operands and results}}
  %0 = stablehlo.cholesky %x : (tensor<2x2xf32>) -> tensor<2x2xf64>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+3 {{'stablehlo.cholesky' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-note@+2 {{rule C1 of the StableHLO spec, cholesky}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %0 = stablehlo.cholesky %x : (tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xi32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x2xi32>'}}
  %0 = stablehlo.cholesky %x : tensor<2x2xi32>
  return
}
