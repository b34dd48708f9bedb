// add C6: lhs's axis is the result's.

func.func @bad(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>, %b: tensor<2x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+2 {{quantization_dimension of lhs and result are not same '!quant.uniform<i8:f32:0, {5.000000e-01,1.000000e+00}>' vs '!quant.uniform<i8:f32:1, {5.000000e-01,1.000000e+00}>'}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, add}}
  %0 = stablehlo.add %a, %b : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 1.0}>>
  func.return
}
