// What has no rule: control flow, which passes values on by its regions; constants; ops that nothing is known of; and values whose
// shape is not known. The ops in regions have theirs.
sdy.mesh @m = <["a"=2]>

func.func @control(%x: tensor<4xf32>, %i: tensor<i32>, %p: tensor<i1>) -> tensor<4xf32> {
  // rule: none
  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  // rule: none
  %1 = stablehlo.iota dim = 0 : tensor<4xf32>
  // rule: none
  %2 = stablehlo.while(%a = %x) : tensor<4xf32> cond {
    stablehlo.return %p : tensor<i1>
  } do {
    // rule: ([i], [i])->([i]) {i=4}
    %b = stablehlo.add %a, %a : tensor<4xf32>
    // rule: none
    stablehlo.return %b : tensor<4xf32>
  }
  // rule: none
  %3 = "stablehlo.case"(%i) ({
    stablehlo.return %2 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  // rule: none
  %4:2 = stablehlo.optimization_barrier %3, %x : tensor<4xf32>, tensor<4xf32>
  // rule: none
  %5 = func.call @callee(%4#0) : (tensor<4xf32>) -> tensor<4xf32>
  // rule: none
  %6 = "stablehlo.map"(%5) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    // rule: ([])->([])
    %b = stablehlo.negate %a : tensor<f32>
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // rule: none
  %7 = stablehlo.tuple %6, %x : tuple<tensor<4xf32>, tensor<4xf32>>
  // rule: none
  %8 = stablehlo.get_tuple_element %7[0] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
  // rule: none
  return %8 : tensor<4xf32>
}

func.func @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

func.func @shardy(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // rule: none
  %0 = sdy.constant dense<1.0> : tensor<4xf32>
  // rule: none
  %1 = sdy.reshard %x <@m, [{"a"}]> : tensor<4xf32>
  // rule: none
  %2 = sdy.propagation_barrier %1 allowed_direction=NONE : tensor<4xf32>
  // rule: none
  %3 = sdy.data_flow_edge %y : tensor<4xf32>
  // rule: none
  %4 = sdy.manual_computation(%3) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%a: tensor<2xf32>) {
    // rule: ([i])->([i]) {i=2}
    %b = stablehlo.negate %a : tensor<2xf32>
    sdy.return %b : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

func.func @unknown_shapes(%x: tensor<?x4xf32>, %t: !stablehlo.token, %u: tensor<*xf32>) -> tensor<?x4xf32> {
  // rule: none
  %0 = stablehlo.add %x, %x : tensor<?x4xf32>
  // rule: none
  %1 = stablehlo.after_all %t, %t : !stablehlo.token
  // rule: none
  %2 = stablehlo.custom_call @LayoutConstraint(%t) : (!stablehlo.token) -> !stablehlo.token
  return %0 : tensor<?x4xf32>
}

func.func @unknown_ops(%x: tensor<4x2xf32>, %v: tensor<2xf32>) -> tensor<4x2xf32> {
  // rule: none
  %0 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = 0.0 : f32, feature_index = 1 : i64}>
      : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  // rule: none
  %1 = chlo.erf %0 : tensor<4x2xf32> -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
