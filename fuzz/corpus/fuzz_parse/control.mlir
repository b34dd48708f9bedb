func.func @w() -> (tensor<i32>, tensor<f32>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<1.0> : tensor<f32>
  %2:2 = stablehlo.while(%a = %0, %b = %1) : tensor<i32>, tensor<f32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %k = stablehlo.constant dense<1> : tensor<i32>
    %s = stablehlo.add %a, %k : tensor<i32>
    %t = stablehlo.multiply %b, %b : tensor<f32>
    stablehlo.return %s, %t : tensor<i32>, tensor<f32>
  }
  %3 = "stablehlo.if"(%4) ({
    stablehlo.return %2#0 : tensor<i32>
  }, {
    stablehlo.return %0 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %3, %2#1 : tensor<i32>, tensor<f32>
}
