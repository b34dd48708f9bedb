// broadcast_in_dim C1, C6: elements keep their steps, and the axis goes with its dimension.

func.func @bad_0(%a: tensor<2x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{expect same quantization scale and zero_point but got}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, broadcast_in_dim}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.25>>
  func.return
}

// -----

func.func @bad_1(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) {
  // expected-error@+2 {{result quantization_dimension 0 not same as broadcast_dimensions[0] = 1}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, broadcast_in_dim}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>
  func.return
}

// -----

func.func @bad_2(%a: tensor<1x2x!quant.uniform<i8:f32:0, {0.5}>>) {
  // expected-error@+2 {{mismatch result scale 1 (1.000000e+00) and operand scale 0 (5.000000e-01)}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, broadcast_in_dim}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x2x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>
  func.return
}

// -----

func.func @bad_3(%a: tensor<1x2x!quant.uniform<i8:f32:0, {0.5}>>) {
  // expected-error@+2 {{mismatch result zero_point 1 (3) and operand zero_point 0 (0)}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, broadcast_in_dim}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x2x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.5:3}>>
  func.return
}

// -----

func.func @bad_4(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) {
  // expected-error@+2 {{expect same quantization scales and zero_points but got}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, broadcast_in_dim}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 2.0}>>
  func.return
}
