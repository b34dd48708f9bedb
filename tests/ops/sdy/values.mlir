// sdy: a tensor is seen whole, so what says how it is sharded, and what moves it, is that tensor.

sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @one = <["x"=1, "y"=1]>

func.func private @negate(%x: tensor<4x2xi32>) -> tensor<4x2xi32> {
  %0 = sdy.func_data_flow_edge %x : tensor<4x2xi32>
  %1 = stablehlo.negate %0 : tensor<4x2xi32>
  return %1 : tensor<4x2xi32>
}

func.func @identities() {
  %x = sdy.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {?}]> : tensor<4x2xi32>
  %1 = sdy.reshard %0 <@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  %2 = sdy.all_gather [{"b"}, {}] %1 out_sharding=<@m, [{"a"}, {}]> : tensor<4x2xi32>
  %3 = sdy.all_slice [{"b"}, {}] %2 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  %4 = sdy.all_to_all [{"b"}: 0->1] %3 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<4x2xi32>
  %5 = sdy.collective_permute %4 out_sharding=<@m, [{"b":(1)2}, {"a", "b":(2)2}]> : tensor<4x2xi32>
  %6 = sdy.sharded_to_unreduced [{"b":(1)2}, {}] %5 out_sharding=<@m, [{}, {"a", "b":(2)2}], unreduced={"b":(1)2}> : tensor<4x2xi32>
  %7 = sdy.all_reduce {"b":(1)2} %6 out_sharding=<@m, [{}, {"a", "b":(2)2}]> : tensor<4x2xi32>
  %8 = sdy.replicated_to_unreduced {"b":(1)2} %7 out_sharding=<@m, [{}, {"a", "b":(2)2}], unreduced=max{"b":(1)2}> : tensor<4x2xi32>
  %9 = sdy.reduce_scatter max [{"b":(1)2}, {}] %8 out_sharding=<@m, [{"b":(1)2}, {"a", "b":(2)2}]> : tensor<4x2xi32>
  %10 = sdy.propagation_barrier %9 allowed_direction=NONE : tensor<4x2xi32>
  sdy.sharding_group %10 group_id=7 : tensor<4x2xi32>
  %11 = stablehlo.negate %10 : tensor<4x2xi32>
  %12 = sdy.data_flow_edge %11 sharding=<@m, [{}, {?}]> : tensor<4x2xi32>
  %13 = call @negate(%12) : (tensor<4x2xi32>) -> tensor<4x2xi32>
  %14 = sdy.func_data_flow_edge %13 : tensor<4x2xi32>
  check.expect_eq %14, %x : tensor<4x2xi32>
  return
}

// Bodies see nothing outside and have values of their own.
func.func @computations() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<10.0> : tensor<4xf32>
  %0:2 = sdy.named_computation<"both">(%x, %y) in_shardings=[<@m, [{"b"}]>, <@m, [{?}]>] out_shardings=[<@m, [{}]>, <@m, [{"a"}]>] (%a: tensor<4xf32>, %b: tensor<4xf32>) {
    %s = stablehlo.add %a, %b : tensor<4xf32>
    %n = sdy.named_computation<"inner">(%s) (%c: tensor<4xf32>) {
      %d = stablehlo.multiply %c, %c : tensor<4xf32>
      sdy.return %d : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %n, %a : tensor<4xf32>, tensor<4xf32>
  } : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  check.expect_eq_const %0#0, dense<[121.0, 144.0, 169.0, 196.0]> : tensor<4xf32>
  check.expect_eq %0#1, %x : tensor<4xf32>
  %1 = sdy.manual_computation(%x) in_shardings=[<@one, [{"x"}]>] out_shardings=[<@one, [{"x", "y"}]>] manual_axes={"x", "y"} (%a: tensor<4xf32>) {
    %n = stablehlo.negate %a : tensor<4xf32>
    sdy.return %n : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq_const %1, dense<[-1.0, -2.0, -3.0, -4.0]> : tensor<4xf32>
  // Without manual axes the body is the whole computation, on any mesh.
  %2 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={} (%a: tensor<4xf32>) {
    sdy.return %a : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq %2, %x : tensor<4xf32>
  sdy.named_computation<"nothing">() () {
    sdy.return
  } : () -> ()
  return
}
