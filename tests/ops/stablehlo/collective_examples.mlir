// The examples of the specification, and groups that it leaves open: ragged ones, none, axes of a mesh, wider results.

module @all_reduce_ragged {
  func.func @process(%x: tensor<2xi32>) -> tensor<2xi32> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.maximum %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 9]> : tensor<2xi32>
    %b = stablehlo.constant dense<[7, 7]> : tensor<2xi32>
    %c = stablehlo.constant dense<[5, 2]> : tensor<2xi32>
    %r:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@process], [@process], [@process]]}
        : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[5, 9]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[7, 7]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[5, 9]> : tensor<2xi32>
    return
  }
}

// -----

// 255 + 1 wraps in ui8 and does not in ui32, which the computation works in.
module @promotes {
  func.func @process(%x: tensor<2xui8>) -> (tensor<2xui32>, tensor<1xui32>) {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
      %s = stablehlo.add %a, %b : tensor<ui32>
      stablehlo.return %s : tensor<ui32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xui8>) -> tensor<2xui32>
    %p = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
      %s = stablehlo.add %a, %b : tensor<ui32>
      stablehlo.return %s : tensor<ui32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui8>) -> tensor<1xui32>
    return %r, %p : tensor<2xui32>, tensor<1xui32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[255, 3]> : tensor<2xui8>
    %b = stablehlo.constant dense<[1, 254]> : tensor<2xui8>
    %r:4 = "interpreter.run_parallel"(%a, %b) {programs = [[@process], [@process]]}
        : (tensor<2xui8>, tensor<2xui8>) -> (tensor<2xui32>, tensor<1xui32>, tensor<2xui32>, tensor<1xui32>)
    check.expect_eq_const %r#0, dense<[256, 257]> : tensor<2xui32>
    check.expect_eq_const %r#1, dense<257> : tensor<1xui32>
    check.expect_eq_const %r#2, dense<[256, 257]> : tensor<2xui32>
    check.expect_eq_const %r#3, dense<256> : tensor<1xui32>
    return
  }
}

// -----

// A mesh of x = 2 by y = 3: devices 0 1 2 in the first row, 3 4 5 in the second. Groups along y are the rows; along x, (0, 3),
// (1, 4), (2, 5); along y then x, all of them, column by column.
module @mesh {
  func.func @process(%x: tensor<1xi32>) -> (tensor<3xi32>, tensor<2xi32>, tensor<6xi32>) {
    %y = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<
        mesh = #stablehlo.mesh<axes=[#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 3>]>,
        axes = [#stablehlo.axis_ref<name = "y">]>} : (tensor<1xi32>) -> tensor<3xi32>
    %c = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<
        axes = [#stablehlo.axis_ref<name = "x">],
        mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <size = 3, name = "y">]>>} : (tensor<1xi32>) -> tensor<2xi32>
    %b = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<
        mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 3>]>,
        axes = [#stablehlo.axis_ref<name = "y">, #stablehlo.axis_ref<name = "x">]>} : (tensor<1xi32>) -> tensor<6xi32>
    return %y, %c, %b : tensor<3xi32>, tensor<2xi32>, tensor<6xi32>
  }
  func.func @main() {
    %c0 = stablehlo.constant dense<0> : tensor<1xi32>
    %c1 = stablehlo.constant dense<1> : tensor<1xi32>
    %c2 = stablehlo.constant dense<2> : tensor<1xi32>
    %c3 = stablehlo.constant dense<3> : tensor<1xi32>
    %c4 = stablehlo.constant dense<4> : tensor<1xi32>
    %c5 = stablehlo.constant dense<5> : tensor<1xi32>
    %r:18 = "interpreter.run_parallel"(%c0, %c1, %c2, %c3, %c4, %c5)
        {programs = [[@process], [@process], [@process], [@process], [@process], [@process]]}
        : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
        -> (tensor<3xi32>, tensor<2xi32>, tensor<6xi32>, tensor<3xi32>, tensor<2xi32>, tensor<6xi32>,
            tensor<3xi32>, tensor<2xi32>, tensor<6xi32>, tensor<3xi32>, tensor<2xi32>, tensor<6xi32>,
            tensor<3xi32>, tensor<2xi32>, tensor<6xi32>, tensor<3xi32>, tensor<2xi32>, tensor<6xi32>)
    check.expect_eq_const %r#0, dense<[0, 1, 2]> : tensor<3xi32>
    check.expect_eq_const %r#1, dense<[0, 3]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[0, 3, 1, 4, 2, 5]> : tensor<6xi32>
    check.expect_eq_const %r#12, dense<[3, 4, 5]> : tensor<3xi32>
    check.expect_eq_const %r#13, dense<[1, 4]> : tensor<2xi32>
    check.expect_eq_const %r#17, dense<[0, 3, 1, 4, 2, 5]> : tensor<6xi32>
    return
  }
}

// -----

// An axis of 4 as 2 times 2: (1)2 is its slower half, over devices 0 and 2, 1 and 3; (2)2 the faster one. device_ids turn the
// mesh round: coordinate 0 is device 3.
module @sub_axes {
  func.func @process(%x: tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
    %s = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<
        mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>]>,
        axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>} : (tensor<1xi32>) -> tensor<2xi32>
    %f = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<
        mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>]>,
        axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (2)2>]>} : (tensor<1xi32>) -> tensor<2xi32>
    %d = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<
        mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>], device_ids=dense<[3, 2, 1, 0]> : tensor<4xi64>>,
        axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (2)2>]>} : (tensor<1xi32>) -> tensor<2xi32>
    return %s, %f, %d : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
  }
  func.func @main() {
    %c0 = stablehlo.constant dense<0> : tensor<1xi32>
    %c1 = stablehlo.constant dense<1> : tensor<1xi32>
    %c2 = stablehlo.constant dense<2> : tensor<1xi32>
    %c3 = stablehlo.constant dense<3> : tensor<1xi32>
    %r:12 = "interpreter.run_parallel"(%c0, %c1, %c2, %c3) {programs = [[@process], [@process], [@process], [@process]]}
        : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
        -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>,
            tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[0, 2]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[0, 1]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[1, 0]> : tensor<2xi32>
    check.expect_eq_const %r#9, dense<[1, 3]> : tensor<2xi32>
    check.expect_eq_const %r#10, dense<[2, 3]> : tensor<2xi32>
    check.expect_eq_const %r#11, dense<[3, 2]> : tensor<2xi32>
    return
  }
}

// -----

// Alone, a process is a grid of one.
func.func @alone() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %r, %x : tensor<2xf32>
  %g = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %g, %x : tensor<2xf32>
  %p = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %p, dense<0.0> : tensor<2xf32>
  %id = stablehlo.replica_id : tensor<ui32>
  %partition = stablehlo.partition_id : tensor<ui32>
  check.expect_eq_const %id, dense<0> : tensor<ui32>
  check.expect_eq %id, %partition : tensor<ui32>
  return
}

// -----

// What stands for 0 where nothing comes: the zero point. Elements are moved as they are stored.
module @quantized {
  func.func @process(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.5:3>>) {
    %p = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>}
        : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %g = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}
        : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
    return %p, %g : tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %b = stablehlo.constant dense<[3.5, -4.0]> : tensor<2xf32>
    %qa = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %qb = stablehlo.uniform_quantize %b : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %r:4 = "interpreter.run_parallel"(%qa, %qb) {programs = [[@process], [@process]]}
        : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>)
        -> (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.5:3>>,
            tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.5:3>>)
    %0 = stablehlo.uniform_dequantize %r#0 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
    %1 = stablehlo.uniform_dequantize %r#1 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
    %2 = stablehlo.uniform_dequantize %r#2 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
    check.expect_eq_const %0, dense<[3.5, -4.0]> : tensor<2xf32>
    check.expect_eq_const %1, dense<[3.5, -4.0, 1.0, 2.0]> : tensor<4xf32>
    check.expect_eq_const %2, dense<0.0> : tensor<2xf32>
    return
  }
}

// -----

// A sum of quantized numbers, by the quantized sum of two.
module @quantized_sum {
  func.func @process(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<1x!quant.uniform<i8:f32, 0.5:3>>) {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:3>>, %b: tensor<!quant.uniform<i8:f32, 0.5:3>>):
      %s = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5:3>>
      stablehlo.return %s : tensor<!quant.uniform<i8:f32, 0.5:3>>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %p = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:3>>, %b: tensor<!quant.uniform<i8:f32, 0.5:3>>):
      %s = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5:3>>
      stablehlo.return %s : tensor<!quant.uniform<i8:f32, 0.5:3>>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x!quant.uniform<i8:f32, 0.5:3>>
    return %r, %p : tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<1x!quant.uniform<i8:f32, 0.5:3>>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %b = stablehlo.constant dense<[3.5, -4.0]> : tensor<2xf32>
    %qa = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %qb = stablehlo.uniform_quantize %b : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %r:4 = "interpreter.run_parallel"(%qa, %qb) {programs = [[@process], [@process]]}
        : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>)
        -> (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<1x!quant.uniform<i8:f32, 0.5:3>>,
            tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<1x!quant.uniform<i8:f32, 0.5:3>>)
    %0 = stablehlo.uniform_dequantize %r#0 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
    %1 = stablehlo.uniform_dequantize %r#3 : (tensor<1x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1xf32>
    check.expect_eq_const %0, dense<[4.5, -2.0]> : tensor<2xf32>
    check.expect_eq_const %1, dense<-2.0> : tensor<1xf32>
    return
  }
}

// -----

module @cross_replica_sum {
  func.func @process(%x: tensor<2xi32>) -> tensor<2xi32> {
    %r = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %b = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
    %c = stablehlo.constant dense<[100, 200]> : tensor<2xi32>
    %d = stablehlo.constant dense<[1000, 2000]> : tensor<2xi32>
    %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@process], [@process], [@process], [@process]]}
        : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[101, 202]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[1010, 2020]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[101, 202]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<[1010, 2020]> : tensor<2xi32>
    return
  }
}
