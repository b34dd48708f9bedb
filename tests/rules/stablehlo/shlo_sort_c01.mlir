// sort C1: inputs and results have one shape.

func.func @bad(%a: tensor<2x3xf32>, %p: tensor<i1>, %f: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires the same shape for all operands and results}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
