sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@m, [{"z"}, {}]>}) -> (tensor<8x4xi32>) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x", ?}, {?}]>] out_shardings=[<@m, [{"x", ?}, {?}]>] manual_axes={"x"} (%b: tensor<4x4xi32>) {
    %1 = stablehlo.add %b, %b : tensor<4x4xi32>
    %2 = sdy.manual_computation(%1) in_shardings=[<@m, [{?}, {"y", ?}]>] out_shardings=[<@m, [{?}, {"y", ?}]>] manual_axes={"y"} (%c: tensor<4x2xi32>) {
      %3 = stablehlo.add %c, %c : tensor<4x2xi32>
      %4 = stablehlo.reverse %3, dims = [0] : tensor<4x2xi32>
      sdy.return %4 : tensor<4x2xi32>
    } : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %5 = sdy.sharding_constraint %2 <@m, [{}, {"z"}]> : tensor<4x4xi32>
    sdy.return %5 : tensor<4x4xi32>
  } : (tensor<8x4xi32>) -> tensor<8x4xi32>
  return %0 : tensor<8x4xi32>
}
