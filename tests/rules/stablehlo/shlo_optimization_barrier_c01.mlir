// optimization_barrier C1: the results are of the operands' types.

func.func @bad(%a: tensor<i32>, %p: tensor<i1>, %q: tensor<2xi1>, %f: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op requires the same type for operand and result at index 0}}
  %0 = "stablehlo.optimization_barrier"(%a) : (tensor<i32>) -> tensor<f32>
  func.return
}
