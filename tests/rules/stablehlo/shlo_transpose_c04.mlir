// transpose C1, C4: elements keep their steps, and the axis goes with its dimension.

func.func @bad_0(%a: tensor<2x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{expect same quantization scale and zero_point but got}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, transpose}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.25>>
  func.return
}

// -----

func.func @bad_1(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) {
  // expected-error@+2 {{expect same quantization scales and zero_points but got}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, transpose}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 2.0}>>
  func.return
}

// -----

func.func @bad_2(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) {
  // expected-error@+2 {{operand quantization_dimension 0 is not same as permutation[0] = 1}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, transpose}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>
  func.return
}
