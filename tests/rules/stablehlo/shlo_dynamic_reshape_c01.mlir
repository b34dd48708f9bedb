// dynamic_reshape C1: elements keep their type, quantized ones their scales and zero points.

func.func @another_scale(%a: tensor<6x!quant.uniform<i8:f32, 0.5>>, %s: tensor<2xi64>) {
  // expected-error@+2 {{expect same quantization scale and zero_point but got 'tensor<6x!quant.uniform<i8:f32, 5.000000e-01>>' vs 'tensor<?x?x!quant.uniform<i16:f32, 5.000000e-01>>'}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, dynamic_reshape}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<6x!quant.uniform<i8:f32, 0.5>>, tensor<2xi64>) -> tensor<?x?x!quant.uniform<i16:f32, 0.5>>
  func.return
}

// -----

func.func @another_axis_size(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>, %s: tensor<1xi64>) {
  // expected-error@+2 {{expect same quantization dimension size for operand and result 'tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,1.000000e+00}>>' and 'tensor<4x!quant.uniform<i8:f32:0, {5.000000e-01,1.000000e+00,1.000000e+00,1.000000e+00}>>'}}
  // expected-note@+1 {{rule C3 of the StableHLO spec, dynamic_reshape}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>, tensor<1xi64>) -> tensor<4x!quant.uniform<i8:f32:0, {0.5, 1.0, 1.0, 1.0}>>
  func.return
}
