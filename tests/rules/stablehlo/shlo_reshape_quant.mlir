// reshape C1, C3: elements keep their steps, and the axis its place.

func.func @bad_0(%a: tensor<2x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{expect same quantization scale and zero_point but got 'tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>' vs 'tensor<4x!quant.uniform<i8:f32, 2.500000e-01>>'}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, reshape}}
  %0 = stablehlo.reshape %a : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.25>>
  func.return
}

// -----

func.func @bad_1(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) {
  // expected-error@+2 {{expect same quantization scales and zero_points but got}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, reshape}}
  %0 = stablehlo.reshape %a : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 2.0}>>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) {
  // expected-error@+2 {{expect same quantization dimension size for operand and result}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, reshape}}
  %0 = stablehlo.reshape %a : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<4x!quant.uniform<i8:f32:0, {0.5, 1.0, 1.0, 1.0}>>
  func.return
}

// -----

func.func @bad_3(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) {
  // expected-error@+2 {{product of dimensions before quantization dimension must match between operand and result for 1 and 2}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, reshape}}
  %0 = stablehlo.reshape %a : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 1.0}>>
  func.return
}
