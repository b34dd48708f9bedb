// clamp C3: one element type.

func.func @bad(%m: tensor<i64>, %a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.clamp' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.clamp"(%m, %a, %a) : (tensor<i64>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}
