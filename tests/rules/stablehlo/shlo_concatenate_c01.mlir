// concatenate C1: one element type.

func.func @bad(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>, %c: tensor<2xf32>, %d: tensor<2x3xf64>, %e: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op requires the same element type for all operands and results}}
  %0 = stablehlo.concatenate %a, %d, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<4x3xf32>
  func.return
}
