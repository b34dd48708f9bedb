// broadcast_in_dim C1: one element type.

func.func @bad(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf64>
  func.return
}

// -----

func.func @another_scale_before_dimensions(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{expect same quantization scale and zero_point but got 'tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>' vs 'tensor<3x2x!quant.uniform<i8:f32, 2.500000e-01>>'}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, broadcast_in_dim}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [5, 6] : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<3x2x!quant.uniform<i8:f32, 0.25>>
  func.return
}
