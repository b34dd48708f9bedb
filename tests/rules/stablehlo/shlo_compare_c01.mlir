// compare C1: lhs and rhs have one element type.

func.func @bad(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.compare' op requires compatible element types for all operands}}
  %0 = stablehlo.compare LT, %a, %b : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi1>
  func.return
}
