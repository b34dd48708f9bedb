sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<4xi32>, tensor<8xi32>) {
  %0, %1 = sdy.manual_computation(%a, %a) in_shardings=[<@m, [{"x"}]>, <@m, [{}], unreduced={"x"}>] out_shardings=[<@m, [{}], unreduced={"x"}>, <@m, [{}], unreduced={"x"}>] manual_axes={"x"} (%b: tensor<4xi32>, %c: tensor<8xi32>) {
    sdy.return %b, %c : tensor<4xi32>, tensor<8xi32>
  } : (tensor<8xi32>, tensor<8xi32>) -> (tensor<4xi32>, tensor<8xi32>)
  return %0, %1 : tensor<4xi32>, tensor<8xi32>
}
