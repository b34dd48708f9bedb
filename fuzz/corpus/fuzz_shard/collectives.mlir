sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x4xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> (tensor<2x4xi32>, tensor<4x4xi32>, tensor<8x4xi32>) {
  %0, %1, %2 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {?}]>] out_shardings=[<@m, [{}, {?}]>, <@m, [{"x"}, {?}]>, <@m, [{"x"}, {?}]>] manual_axes={"x"} (%b: tensor<2x4xi32>) {
    %s = "stablehlo.all_reduce"(%b) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %r = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %r : tensor<i32>
    }) {replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2x4xi32>) -> tensor<2x4xi32>
    %c = "stablehlo.collective_permute"(%b) {source_target_pairs = dense<[[0, 2], [1, 3], [2, 0], [3, 1]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<2x4xi32>) -> tensor<2x4xi32>
    %g = "stablehlo.all_gather"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids} : (tensor<2x4xi32>) -> tensor<4x4xi32>
    sdy.return %s, %c, %g : tensor<2x4xi32>, tensor<2x4xi32>, tensor<4x4xi32>
  } : (tensor<4x4xi32>) -> (tensor<2x4xi32>, tensor<4x4xi32>, tensor<8x4xi32>)
  return %0, %1, %2 : tensor<2x4xi32>, tensor<4x4xi32>, tensor<8x4xi32>
}
