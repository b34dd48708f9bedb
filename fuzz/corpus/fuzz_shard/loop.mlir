sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %n: tensor<i32>) -> (tensor<8xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, tensor<8xi32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %w = sdy.manual_computation(%v) in_shardings=[<@m, [{"x", ?}]>] out_shardings=[<@m, [{"x", ?}]>] manual_axes={"x"} (%b: tensor<4xi32>) {
        %1 = stablehlo.add %b, %b : tensor<4xi32>
        %d = stablehlo.reverse %1, dims = [0] : tensor<4xi32>
        %e = sdy.sharding_constraint %d <@m, [{"y"}]> : tensor<4xi32>
        sdy.return %e : tensor<4xi32>
      } : (tensor<8xi32>) -> tensor<8xi32>
      stablehlo.return %j, %w : tensor<i32>, tensor<8xi32>
    }
  return %r#1 : tensor<8xi32>
}
