// Ops one by one, as `garner ops` shows them; test_reference runs them.

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @all_gather() {
  %x = sdy.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {?}]> : tensor<4x2xi32>
  %1 = sdy.reshard %0 <@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  %2 = sdy.all_gather [{"b"}, {}] %1 out_sharding=<@m, [{"a"}, {}]> : tensor<4x2xi32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @all_reduce() {
  %x = sdy.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {?}]> : tensor<4x2xi32>
  %1 = sdy.reshard %0 <@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  %2 = sdy.all_gather [{"b"}, {}] %1 out_sharding=<@m, [{"a"}, {}]> : tensor<4x2xi32>
  %3 = sdy.all_slice [{"b"}, {}] %2 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  %4 = sdy.all_to_all [{"b"}: 0->1] %3 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<4x2xi32>
  %5 = sdy.collective_permute %4 out_sharding=<@m, [{"b":(1)2}, {"a", "b":(2)2}]> : tensor<4x2xi32>
  %6 = sdy.sharded_to_unreduced [{"b":(1)2}, {}] %5 out_sharding=<@m, [{}, {"a", "b":(2)2}], unreduced={"b":(1)2}> : tensor<4x2xi32>
  %7 = sdy.all_reduce {"b":(1)2} %6 out_sharding=<@m, [{}, {"a", "b":(2)2}]> : tensor<4x2xi32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @all_slice() {
  %x = sdy.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {?}]> : tensor<4x2xi32>
  %1 = sdy.reshard %0 <@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  %2 = sdy.all_gather [{"b"}, {}] %1 out_sharding=<@m, [{"a"}, {}]> : tensor<4x2xi32>
  %3 = sdy.all_slice [{"b"}, {}] %2 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @all_to_all() {
  %x = sdy.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {?}]> : tensor<4x2xi32>
  %1 = sdy.reshard %0 <@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  %2 = sdy.all_gather [{"b"}, {}] %1 out_sharding=<@m, [{"a"}, {}]> : tensor<4x2xi32>
  %3 = sdy.all_slice [{"b"}, {}] %2 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  %4 = sdy.all_to_all [{"b"}: 0->1] %3 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<4x2xi32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @collective_permute() {
  %x = sdy.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {?}]> : tensor<4x2xi32>
  %1 = sdy.reshard %0 <@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  %2 = sdy.all_gather [{"b"}, {}] %1 out_sharding=<@m, [{"a"}, {}]> : tensor<4x2xi32>
  %3 = sdy.all_slice [{"b"}, {}] %2 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  %4 = sdy.all_to_all [{"b"}: 0->1] %3 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<4x2xi32>
  %5 = sdy.collective_permute %4 out_sharding=<@m, [{"b":(1)2}, {"a", "b":(2)2}]> : tensor<4x2xi32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func private @negate(%x: tensor<4x2xi32>) -> tensor<4x2xi32> {
  %0 = sdy.func_data_flow_edge %x : tensor<4x2xi32>
  %1 = stablehlo.negate %0 : tensor<4x2xi32>
  return %1 : tensor<4x2xi32>
}
func.func @constant() {
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
  %11 = stablehlo.negate %10 : tensor<4x2xi32>
  %12 = sdy.data_flow_edge %11 sharding=<@m, [{}, {?}]> : tensor<4x2xi32>
  %13 = call @negate(%12) : (tensor<4x2xi32>) -> tensor<4x2xi32>
  %14 = sdy.func_data_flow_edge %13 : tensor<4x2xi32>
  check.expect_eq %14, %x : tensor<4x2xi32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @data_flow_edge() {
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
  %11 = stablehlo.negate %10 : tensor<4x2xi32>
  %12 = sdy.data_flow_edge %11 sharding=<@m, [{}, {?}]> : tensor<4x2xi32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func private @negate(%x: tensor<4x2xi32>) -> tensor<4x2xi32> {
  %0 = sdy.func_data_flow_edge %x : tensor<4x2xi32>
  %1 = stablehlo.negate %0 : tensor<4x2xi32>
  return %1 : tensor<4x2xi32>
}
func.func @func_data_flow_edge() {
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
  %11 = stablehlo.negate %10 : tensor<4x2xi32>
  %12 = sdy.data_flow_edge %11 sharding=<@m, [{}, {?}]> : tensor<4x2xi32>
  %13 = call @negate(%12) : (tensor<4x2xi32>) -> tensor<4x2xi32>
  %14 = sdy.func_data_flow_edge %13 : tensor<4x2xi32>
  check.expect_eq %14, %x : tensor<4x2xi32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @manual_computation() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %2 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={} (%a: tensor<4xf32>) {
    sdy.return %a : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq %2, %x : tensor<4xf32>
  return
}

// -----

func.func @named_computation() {
  sdy.named_computation<"nothing">() () {
    sdy.return
  } : () -> ()
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @propagation_barrier() {
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
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @reduce_scatter() {
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
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @replicated_to_unreduced() {
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
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @reshard() {
  %x = sdy.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {?}]> : tensor<4x2xi32>
  %1 = sdy.reshard %0 <@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @sharded_to_unreduced() {
  %x = sdy.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {?}]> : tensor<4x2xi32>
  %1 = sdy.reshard %0 <@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  %2 = sdy.all_gather [{"b"}, {}] %1 out_sharding=<@m, [{"a"}, {}]> : tensor<4x2xi32>
  %3 = sdy.all_slice [{"b"}, {}] %2 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<4x2xi32>
  %4 = sdy.all_to_all [{"b"}: 0->1] %3 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<4x2xi32>
  %5 = sdy.collective_permute %4 out_sharding=<@m, [{"b":(1)2}, {"a", "b":(2)2}]> : tensor<4x2xi32>
  %6 = sdy.sharded_to_unreduced [{"b":(1)2}, {}] %5 out_sharding=<@m, [{}, {"a", "b":(2)2}], unreduced={"b":(1)2}> : tensor<4x2xi32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @sharding_constraint() {
  %x = sdy.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {?}]> : tensor<4x2xi32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @sharding_group() {
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
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @replicated_to_unreduced() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = sdy.reshard %x <@m, [{}]> : tensor<4xi32>
  %1 = sdy.replicated_to_unreduced {"a"} %0 out_sharding=<@m, [{}], unreduced={"a"}> : tensor<4xi32>
  check.expect_eq_const %1, dense<[1, 2, 3, 4]> : tensor<4xi32>
  return
}

// -----

func.func @sharding_group() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  sdy.sharding_group %x group_id=7 : tensor<4xi32>
  return
}

// -----

func.func @propagation_barrier() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = sdy.propagation_barrier %x allowed_direction=NONE : tensor<4xi32>
  check.expect_eq_const %0, dense<[1, 2, 3, 4]> : tensor<4xi32>
  return
}

// -----

func.func @constant() {
  %0 = sdy.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0, dense<[1, 2]> : tensor<2xi32>
  return
}
