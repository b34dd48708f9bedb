// all_reduce: every grouping of the specification; values by its definitions, worked out in Python.

module @cross_replica {
  func.func @process(%x0: tensor<3xi64>, %x1: tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>) {
    %r:2 = "stablehlo.all_reduce"(%x0, %x1) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<3xi64>, tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>)
    return %r#0, %r#1 : tensor<3xi64>, tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[7, 21, 49]> : tensor<3xi64>
    %in0_1 = stablehlo.constant dense<[[10, -16], [34, 17]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[9, 7, 15]> : tensor<3xi64>
    %in1_1 = stablehlo.constant dense<[[35, -6], [-32, -2]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[25, -26, -27]> : tensor<3xi64>
    %in2_1 = stablehlo.constant dense<[[-49, -3], [11, -15]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[15, 10, 30]> : tensor<3xi64>
    %in3_1 = stablehlo.constant dense<[[32, 8], [38, 26]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[28, -27, -38]> : tensor<3xi64>
    %in4_1 = stablehlo.constant dense<[[-21, 21], [-50, 34]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[7, -12, -32]> : tensor<3xi64>
    %in5_1 = stablehlo.constant dense<[[29, -32], [6, -3]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[-39, 18, 38]> : tensor<3xi64>
    %in6_1 = stablehlo.constant dense<[[-30, -7], [-24, -43]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[31, -45, 26]> : tensor<3xi64>
    %in7_1 = stablehlo.constant dense<[[23, -25], [-41, 15]]> : tensor<2x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[35, -6, 11]> : tensor<3xi64>
    check.expect_eq_const %r#1, dense<[[-11, 5], [-16, 51]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[16, -5, -17]> : tensor<3xi64>
    check.expect_eq_const %r#3, dense<[[64, -38], [-26, -5]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[-14, -8, 11]> : tensor<3xi64>
    check.expect_eq_const %r#5, dense<[[-79, -10], [-13, -58]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[46, -35, 56]> : tensor<3xi64>
    check.expect_eq_const %r#7, dense<[[55, -17], [-3, 41]]> : tensor<2x2xi64>
    check.expect_eq_const %r#8, dense<[35, -6, 11]> : tensor<3xi64>
    check.expect_eq_const %r#9, dense<[[-11, 5], [-16, 51]]> : tensor<2x2xi64>
    check.expect_eq_const %r#10, dense<[16, -5, -17]> : tensor<3xi64>
    check.expect_eq_const %r#11, dense<[[64, -38], [-26, -5]]> : tensor<2x2xi64>
    check.expect_eq_const %r#12, dense<[-14, -8, 11]> : tensor<3xi64>
    check.expect_eq_const %r#13, dense<[[-79, -10], [-13, -58]]> : tensor<2x2xi64>
    check.expect_eq_const %r#14, dense<[46, -35, 56]> : tensor<3xi64>
    check.expect_eq_const %r#15, dense<[[55, -17], [-3, 41]]> : tensor<2x2xi64>
    return
  }
}

// -----

module @cross_replica_in_order {
  func.func @process(%x0: tensor<3xi64>, %x1: tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>) {
    %r:2 = "stablehlo.all_reduce"(%x0, %x1) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %d = stablehlo.add %a, %a : tensor<i64>
      %s = stablehlo.add %d, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<3xi64>, tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>)
    return %r#0, %r#1 : tensor<3xi64>, tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[7, 21, 49]> : tensor<3xi64>
    %in0_1 = stablehlo.constant dense<[[10, -16], [34, 17]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[9, 7, 15]> : tensor<3xi64>
    %in1_1 = stablehlo.constant dense<[[35, -6], [-32, -2]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[25, -26, -27]> : tensor<3xi64>
    %in2_1 = stablehlo.constant dense<[[-49, -3], [11, -15]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[15, 10, 30]> : tensor<3xi64>
    %in3_1 = stablehlo.constant dense<[[32, 8], [38, 26]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[28, -27, -38]> : tensor<3xi64>
    %in4_1 = stablehlo.constant dense<[[-21, 21], [-50, 34]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[7, -12, -32]> : tensor<3xi64>
    %in5_1 = stablehlo.constant dense<[[29, -32], [6, -3]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[-39, 18, 38]> : tensor<3xi64>
    %in6_1 = stablehlo.constant dense<[[-30, -7], [-24, -43]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[31, -45, 26]> : tensor<3xi64>
    %in7_1 = stablehlo.constant dense<[[23, -25], [-41, 15]]> : tensor<2x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[63, -33, -27]> : tensor<3xi64>
    check.expect_eq_const %r#1, dense<[[-32, 26], [-66, 85]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[23, -17, -49]> : tensor<3xi64>
    check.expect_eq_const %r#3, dense<[[93, -70], [-20, -8]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[11, -34, -16]> : tensor<3xi64>
    check.expect_eq_const %r#5, dense<[[-128, -13], [-2, -73]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[61, -25, 86]> : tensor<3xi64>
    check.expect_eq_const %r#7, dense<[[87, -9], [35, 67]]> : tensor<2x2xi64>
    check.expect_eq_const %r#8, dense<[63, -33, -27]> : tensor<3xi64>
    check.expect_eq_const %r#9, dense<[[-32, 26], [-66, 85]]> : tensor<2x2xi64>
    check.expect_eq_const %r#10, dense<[23, -17, -49]> : tensor<3xi64>
    check.expect_eq_const %r#11, dense<[[93, -70], [-20, -8]]> : tensor<2x2xi64>
    check.expect_eq_const %r#12, dense<[11, -34, -16]> : tensor<3xi64>
    check.expect_eq_const %r#13, dense<[[-128, -13], [-2, -73]]> : tensor<2x2xi64>
    check.expect_eq_const %r#14, dense<[61, -25, 86]> : tensor<3xi64>
    check.expect_eq_const %r#15, dense<[[87, -9], [35, 67]]> : tensor<2x2xi64>
    return
  }
}

// -----

module @cross_replica_and_partition {
  func.func @process(%x0: tensor<3xi64>, %x1: tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>) {
    %r:2 = "stablehlo.all_reduce"(%x0, %x1) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<3xi64>, tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>)
    return %r#0, %r#1 : tensor<3xi64>, tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[7, 21, 49]> : tensor<3xi64>
    %in0_1 = stablehlo.constant dense<[[10, -16], [34, 17]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[9, 7, 15]> : tensor<3xi64>
    %in1_1 = stablehlo.constant dense<[[35, -6], [-32, -2]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[25, -26, -27]> : tensor<3xi64>
    %in2_1 = stablehlo.constant dense<[[-49, -3], [11, -15]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[15, 10, 30]> : tensor<3xi64>
    %in3_1 = stablehlo.constant dense<[[32, 8], [38, 26]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[28, -27, -38]> : tensor<3xi64>
    %in4_1 = stablehlo.constant dense<[[-21, 21], [-50, 34]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[7, -12, -32]> : tensor<3xi64>
    %in5_1 = stablehlo.constant dense<[[29, -32], [6, -3]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[-39, 18, 38]> : tensor<3xi64>
    %in6_1 = stablehlo.constant dense<[[-30, -7], [-24, -43]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[31, -45, 26]> : tensor<3xi64>
    %in7_1 = stablehlo.constant dense<[[23, -25], [-41, 15]]> : tensor<2x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[8, 1, 128]> : tensor<3xi64>
    check.expect_eq_const %r#1, dense<[[38, -54], [-63, -13]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[8, 1, 128]> : tensor<3xi64>
    check.expect_eq_const %r#3, dense<[[38, -54], [-63, -13]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[75, -55, -67]> : tensor<3xi64>
    check.expect_eq_const %r#5, dense<[[-9, -6], [5, 42]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[75, -55, -67]> : tensor<3xi64>
    check.expect_eq_const %r#7, dense<[[-9, -6], [5, 42]]> : tensor<2x2xi64>
    check.expect_eq_const %r#8, dense<[75, -55, -67]> : tensor<3xi64>
    check.expect_eq_const %r#9, dense<[[-9, -6], [5, 42]]> : tensor<2x2xi64>
    check.expect_eq_const %r#10, dense<[75, -55, -67]> : tensor<3xi64>
    check.expect_eq_const %r#11, dense<[[-9, -6], [5, 42]]> : tensor<2x2xi64>
    check.expect_eq_const %r#12, dense<[8, 1, 128]> : tensor<3xi64>
    check.expect_eq_const %r#13, dense<[[38, -54], [-63, -13]]> : tensor<2x2xi64>
    check.expect_eq_const %r#14, dense<[8, 1, 128]> : tensor<3xi64>
    check.expect_eq_const %r#15, dense<[[38, -54], [-63, -13]]> : tensor<2x2xi64>
    return
  }
}

// -----

module @cross_replica_and_partition_in_order {
  func.func @process(%x0: tensor<3xi64>, %x1: tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>) {
    %r:2 = "stablehlo.all_reduce"(%x0, %x1) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %d = stablehlo.add %a, %a : tensor<i64>
      %s = stablehlo.add %d, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<3xi64>, tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>)
    return %r#0, %r#1 : tensor<3xi64>, tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[7, 21, 49]> : tensor<3xi64>
    %in0_1 = stablehlo.constant dense<[[10, -16], [34, 17]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[9, 7, 15]> : tensor<3xi64>
    %in1_1 = stablehlo.constant dense<[[35, -6], [-32, -2]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[25, -26, -27]> : tensor<3xi64>
    %in2_1 = stablehlo.constant dense<[[-49, -3], [11, -15]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[15, 10, 30]> : tensor<3xi64>
    %in3_1 = stablehlo.constant dense<[[32, 8], [38, 26]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[28, -27, -38]> : tensor<3xi64>
    %in4_1 = stablehlo.constant dense<[[-21, 21], [-50, 34]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[7, -12, -32]> : tensor<3xi64>
    %in5_1 = stablehlo.constant dense<[[29, -32], [6, -3]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[-39, 18, 38]> : tensor<3xi64>
    %in6_1 = stablehlo.constant dense<[[-30, -7], [-24, -43]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[31, -45, 26]> : tensor<3xi64>
    %in7_1 = stablehlo.constant dense<[[23, -25], [-41, 15]]> : tensor<2x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[-213, 145, 567]> : tensor<3xi64>
    check.expect_eq_const %r#1, dense<[[-119, -176], [-170, -248]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[-213, 145, 567]> : tensor<3xi64>
    check.expect_eq_const %r#3, dense<[[-119, -176], [-170, -248]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[349, -308, -340]> : tensor<3xi64>
    check.expect_eq_const %r#5, dense<[[-383, 44], [-30, 65]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[349, -308, -340]> : tensor<3xi64>
    check.expect_eq_const %r#7, dense<[[-383, 44], [-30, 65]]> : tensor<2x2xi64>
    check.expect_eq_const %r#8, dense<[349, -308, -340]> : tensor<3xi64>
    check.expect_eq_const %r#9, dense<[[-383, 44], [-30, 65]]> : tensor<2x2xi64>
    check.expect_eq_const %r#10, dense<[349, -308, -340]> : tensor<3xi64>
    check.expect_eq_const %r#11, dense<[[-383, 44], [-30, 65]]> : tensor<2x2xi64>
    check.expect_eq_const %r#12, dense<[-213, 145, 567]> : tensor<3xi64>
    check.expect_eq_const %r#13, dense<[[-119, -176], [-170, -248]]> : tensor<2x2xi64>
    check.expect_eq_const %r#14, dense<[-213, 145, 567]> : tensor<3xi64>
    check.expect_eq_const %r#15, dense<[[-119, -176], [-170, -248]]> : tensor<2x2xi64>
    return
  }
}

// -----

module @flattened_ids {
  func.func @process(%x0: tensor<3xi64>, %x1: tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>) {
    %r:2 = "stablehlo.all_reduce"(%x0, %x1) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[5, 0, 7, 2], [1, 3, 4, 6]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<3xi64>, tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>)
    return %r#0, %r#1 : tensor<3xi64>, tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[7, 21, 49]> : tensor<3xi64>
    %in0_1 = stablehlo.constant dense<[[10, -16], [34, 17]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[9, 7, 15]> : tensor<3xi64>
    %in1_1 = stablehlo.constant dense<[[35, -6], [-32, -2]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[25, -26, -27]> : tensor<3xi64>
    %in2_1 = stablehlo.constant dense<[[-49, -3], [11, -15]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[15, 10, 30]> : tensor<3xi64>
    %in3_1 = stablehlo.constant dense<[[32, 8], [38, 26]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[28, -27, -38]> : tensor<3xi64>
    %in4_1 = stablehlo.constant dense<[[-21, 21], [-50, 34]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[7, -12, -32]> : tensor<3xi64>
    %in5_1 = stablehlo.constant dense<[[29, -32], [6, -3]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[-39, 18, 38]> : tensor<3xi64>
    %in6_1 = stablehlo.constant dense<[[-30, -7], [-24, -43]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[31, -45, 26]> : tensor<3xi64>
    %in7_1 = stablehlo.constant dense<[[23, -25], [-41, 15]]> : tensor<2x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process, @process, @process], [@process, @process, @process, @process]]} : (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[70, -62, 16]> : tensor<3xi64>
    check.expect_eq_const %r#1, dense<[[13, -76], [10, 14]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[13, 8, 45]> : tensor<3xi64>
    check.expect_eq_const %r#3, dense<[[16, 16], [-68, 15]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[70, -62, 16]> : tensor<3xi64>
    check.expect_eq_const %r#5, dense<[[13, -76], [10, 14]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[13, 8, 45]> : tensor<3xi64>
    check.expect_eq_const %r#7, dense<[[16, 16], [-68, 15]]> : tensor<2x2xi64>
    check.expect_eq_const %r#8, dense<[13, 8, 45]> : tensor<3xi64>
    check.expect_eq_const %r#9, dense<[[16, 16], [-68, 15]]> : tensor<2x2xi64>
    check.expect_eq_const %r#10, dense<[70, -62, 16]> : tensor<3xi64>
    check.expect_eq_const %r#11, dense<[[13, -76], [10, 14]]> : tensor<2x2xi64>
    check.expect_eq_const %r#12, dense<[13, 8, 45]> : tensor<3xi64>
    check.expect_eq_const %r#13, dense<[[16, 16], [-68, 15]]> : tensor<2x2xi64>
    check.expect_eq_const %r#14, dense<[70, -62, 16]> : tensor<3xi64>
    check.expect_eq_const %r#15, dense<[[13, -76], [10, 14]]> : tensor<2x2xi64>
    return
  }
}

// -----

module @flattened_ids_in_order {
  func.func @process(%x0: tensor<3xi64>, %x1: tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>) {
    %r:2 = "stablehlo.all_reduce"(%x0, %x1) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %d = stablehlo.add %a, %a : tensor<i64>
      %s = stablehlo.add %d, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[5, 0, 7, 2], [1, 3, 4, 6]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<3xi64>, tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>)
    return %r#0, %r#1 : tensor<3xi64>, tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[7, 21, 49]> : tensor<3xi64>
    %in0_1 = stablehlo.constant dense<[[10, -16], [34, 17]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[9, 7, 15]> : tensor<3xi64>
    %in1_1 = stablehlo.constant dense<[[35, -6], [-32, -2]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[25, -26, -27]> : tensor<3xi64>
    %in2_1 = stablehlo.constant dense<[[-49, -3], [11, -15]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[15, 10, 30]> : tensor<3xi64>
    %in3_1 = stablehlo.constant dense<[[32, 8], [38, 26]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[28, -27, -38]> : tensor<3xi64>
    %in4_1 = stablehlo.constant dense<[[-21, 21], [-50, 34]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[7, -12, -32]> : tensor<3xi64>
    %in5_1 = stablehlo.constant dense<[[29, -32], [6, -3]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[-39, 18, 38]> : tensor<3xi64>
    %in6_1 = stablehlo.constant dense<[[-30, -7], [-24, -43]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[31, -45, 26]> : tensor<3xi64>
    %in7_1 = stablehlo.constant dense<[[23, -25], [-41, 15]]> : tensor<2x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process, @process, @process], [@process, @process, @process, @process]]} : (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[171, -128, -35]> : tensor<3xi64>
    check.expect_eq_const %r#1, dense<[[269, -373], [113, 59]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[149, 60, 202]> : tensor<3xi64>
    check.expect_eq_const %r#3, dense<[[336, 19], [-228, 113]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[171, -128, -35]> : tensor<3xi64>
    check.expect_eq_const %r#5, dense<[[269, -373], [113, 59]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[149, 60, 202]> : tensor<3xi64>
    check.expect_eq_const %r#7, dense<[[336, 19], [-228, 113]]> : tensor<2x2xi64>
    check.expect_eq_const %r#8, dense<[149, 60, 202]> : tensor<3xi64>
    check.expect_eq_const %r#9, dense<[[336, 19], [-228, 113]]> : tensor<2x2xi64>
    check.expect_eq_const %r#10, dense<[171, -128, -35]> : tensor<3xi64>
    check.expect_eq_const %r#11, dense<[[269, -373], [113, 59]]> : tensor<2x2xi64>
    check.expect_eq_const %r#12, dense<[149, 60, 202]> : tensor<3xi64>
    check.expect_eq_const %r#13, dense<[[336, 19], [-228, 113]]> : tensor<2x2xi64>
    check.expect_eq_const %r#14, dense<[171, -128, -35]> : tensor<3xi64>
    check.expect_eq_const %r#15, dense<[[269, -373], [113, 59]]> : tensor<2x2xi64>
    return
  }
}
