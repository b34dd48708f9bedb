// compare C2: lhs, rhs and the result have one shape.

func.func @bad(%a: tensor<2xi32>, %b: tensor<3xi32>) {
  // expected-error@+1 {{'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type}}
  %0 = stablehlo.compare LT, %a, %b : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi1>
  func.return
}
