sdy.mesh @m = <["a"=2, "b"=4]> {attrs = [#sdy<axis_ref"a":(1)2>, #sdy<dimension_sharding{"a", ?}p1>, #sdy<axis_ref_list{"a", "b"}>, #sdy.sharding_per_value<[]>]}
sdy.mesh @q = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}p0, {?}p3]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)2, ?}, {}], replicated={"b":(2)2}, unreduced=max{"a"}>}) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE {k = 1 : i32} : tensor<8x4xf32>
  %1 = sdy.all_reduce max {} %arg0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  %2 = sdy.all_reduce {} %arg0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  %3 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-1, result-0]}, {"b":(1)2 = result-0 -> [operand-0]}]}, {step-2 = [{"b" = operand-1 -> [result-0]}]}]>} : tensor<8x4xf32>
  %4 = stablehlo.constant {sdy.foo = #sdy.op_sharding_rule<([])->([])>} dense<1.000000e+00> : tensor<f32>
  %5 = sdy.constant dense<1.000000e+00> : tensor<2xf32>
  %6 = sdy.data_flow_edge %4 sharding=<mesh<["z"=2]>, []> : tensor<f32>
  sdy.sharding_group %arg0 group_id=21 : tensor<8x4xf32>
  %7:2 = sdy.named_computation<"n">(%arg0, %arg0) in_shardings=[<@m, [{}, {}]>, <@m, [{}, {}]>] (%arg1: tensor<8x4xf32>, %arg2: tensor<8x4xf32>) {
    sdy.return {foo} %arg1, %arg2 : tensor<8x4xf32>, tensor<8x4xf32>
  } {bar = 2 : i32} : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  %8 = sdy.all_to_all [{"b"}: 0->1] %arg0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x4xf32>
  %9 = sdy.all_slice [{}, {}] %arg0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
