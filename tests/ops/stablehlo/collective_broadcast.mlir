// collective_broadcast: every grouping of the specification; values by its definitions, worked out in Python.

module @cross_replica {
  func.func @process(%x0: tensor<2xi64>, %x1: tensor<1x2xi64>) -> (tensor<2xi64>, tensor<1x2xi64>) {
    %r:2 = "stablehlo.collective_broadcast"(%x0, %x1) {replica_groups = dense<[[3, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2xi64>, tensor<1x2xi64>) -> (tensor<2xi64>, tensor<1x2xi64>)
    return %r#0, %r#1 : tensor<2xi64>, tensor<1x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[-19, 14]> : tensor<2xi64>
    %in0_1 = stablehlo.constant dense<[[-16, -44]]> : tensor<1x2xi64>
    %in1_0 = stablehlo.constant dense<[20, -30]> : tensor<2xi64>
    %in1_1 = stablehlo.constant dense<[[42, 15]]> : tensor<1x2xi64>
    %in2_0 = stablehlo.constant dense<[-19, -21]> : tensor<2xi64>
    %in2_1 = stablehlo.constant dense<[[11, -3]]> : tensor<1x2xi64>
    %in3_0 = stablehlo.constant dense<[20, -18]> : tensor<2xi64>
    %in3_1 = stablehlo.constant dense<[[2, -46]]> : tensor<1x2xi64>
    %in4_0 = stablehlo.constant dense<[0, 20]> : tensor<2xi64>
    %in4_1 = stablehlo.constant dense<[[-33, -30]]> : tensor<1x2xi64>
    %in5_0 = stablehlo.constant dense<[9, 43]> : tensor<2xi64>
    %in5_1 = stablehlo.constant dense<[[2, -27]]> : tensor<1x2xi64>
    %in6_0 = stablehlo.constant dense<[39, 20]> : tensor<2xi64>
    %in6_1 = stablehlo.constant dense<[[-6, 6]]> : tensor<1x2xi64>
    %in7_0 = stablehlo.constant dense<[17, 30]> : tensor<2xi64>
    %in7_1 = stablehlo.constant dense<[[30, -50]]> : tensor<1x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>) -> (tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>)
    check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#2, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#3, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#4, dense<[39, 20]> : tensor<2xi64>
    check.expect_eq_const %r#5, dense<[[-6, 6]]> : tensor<1x2xi64>
    check.expect_eq_const %r#6, dense<[17, 30]> : tensor<2xi64>
    check.expect_eq_const %r#7, dense<[[30, -50]]> : tensor<1x2xi64>
    check.expect_eq_const %r#8, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#9, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#10, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#11, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#12, dense<[39, 20]> : tensor<2xi64>
    check.expect_eq_const %r#13, dense<[[-6, 6]]> : tensor<1x2xi64>
    check.expect_eq_const %r#14, dense<[17, 30]> : tensor<2xi64>
    check.expect_eq_const %r#15, dense<[[30, -50]]> : tensor<1x2xi64>
    return
  }
}

// -----

module @cross_replica_root {
  func.func @process(%x0: tensor<2xi64>, %x1: tensor<1x2xi64>) -> (tensor<2xi64>, tensor<1x2xi64>) {
    %root = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %r:2 = "stablehlo.collective_broadcast"(%x0, %x1, %root) {replica_groups = dense<[[3, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, has_dynamic_root} : (tensor<2xi64>, tensor<1x2xi64>, tensor<2xi32>) -> (tensor<2xi64>, tensor<1x2xi64>)
    return %r#0, %r#1 : tensor<2xi64>, tensor<1x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[-19, 14]> : tensor<2xi64>
    %in0_1 = stablehlo.constant dense<[[-16, -44]]> : tensor<1x2xi64>
    %in1_0 = stablehlo.constant dense<[20, -30]> : tensor<2xi64>
    %in1_1 = stablehlo.constant dense<[[42, 15]]> : tensor<1x2xi64>
    %in2_0 = stablehlo.constant dense<[-19, -21]> : tensor<2xi64>
    %in2_1 = stablehlo.constant dense<[[11, -3]]> : tensor<1x2xi64>
    %in3_0 = stablehlo.constant dense<[20, -18]> : tensor<2xi64>
    %in3_1 = stablehlo.constant dense<[[2, -46]]> : tensor<1x2xi64>
    %in4_0 = stablehlo.constant dense<[0, 20]> : tensor<2xi64>
    %in4_1 = stablehlo.constant dense<[[-33, -30]]> : tensor<1x2xi64>
    %in5_0 = stablehlo.constant dense<[9, 43]> : tensor<2xi64>
    %in5_1 = stablehlo.constant dense<[[2, -27]]> : tensor<1x2xi64>
    %in6_0 = stablehlo.constant dense<[39, 20]> : tensor<2xi64>
    %in6_1 = stablehlo.constant dense<[[-6, 6]]> : tensor<1x2xi64>
    %in7_0 = stablehlo.constant dense<[17, 30]> : tensor<2xi64>
    %in7_1 = stablehlo.constant dense<[[30, -50]]> : tensor<1x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>) -> (tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>)
    check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#2, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#3, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#4, dense<[-19, -21]> : tensor<2xi64>
    check.expect_eq_const %r#5, dense<[[-6, 6]]> : tensor<1x2xi64>
    check.expect_eq_const %r#6, dense<[20, -18]> : tensor<2xi64>
    check.expect_eq_const %r#7, dense<[[30, -50]]> : tensor<1x2xi64>
    check.expect_eq_const %r#8, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#9, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#10, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#11, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#12, dense<[-19, -21]> : tensor<2xi64>
    check.expect_eq_const %r#13, dense<[[-6, 6]]> : tensor<1x2xi64>
    check.expect_eq_const %r#14, dense<[20, -18]> : tensor<2xi64>
    check.expect_eq_const %r#15, dense<[[30, -50]]> : tensor<1x2xi64>
    return
  }
}

// -----

module @cross_partition {
  func.func @process(%x0: tensor<2xi64>, %x1: tensor<1x2xi64>) -> (tensor<2xi64>, tensor<1x2xi64>) {
    %r:2 = "stablehlo.collective_broadcast"(%x0, %x1) {replica_groups = dense<[[3, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2xi64>, tensor<1x2xi64>) -> (tensor<2xi64>, tensor<1x2xi64>)
    return %r#0, %r#1 : tensor<2xi64>, tensor<1x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[-19, 14]> : tensor<2xi64>
    %in0_1 = stablehlo.constant dense<[[-16, -44]]> : tensor<1x2xi64>
    %in1_0 = stablehlo.constant dense<[20, -30]> : tensor<2xi64>
    %in1_1 = stablehlo.constant dense<[[42, 15]]> : tensor<1x2xi64>
    %in2_0 = stablehlo.constant dense<[-19, -21]> : tensor<2xi64>
    %in2_1 = stablehlo.constant dense<[[11, -3]]> : tensor<1x2xi64>
    %in3_0 = stablehlo.constant dense<[20, -18]> : tensor<2xi64>
    %in3_1 = stablehlo.constant dense<[[2, -46]]> : tensor<1x2xi64>
    %in4_0 = stablehlo.constant dense<[0, 20]> : tensor<2xi64>
    %in4_1 = stablehlo.constant dense<[[-33, -30]]> : tensor<1x2xi64>
    %in5_0 = stablehlo.constant dense<[9, 43]> : tensor<2xi64>
    %in5_1 = stablehlo.constant dense<[[2, -27]]> : tensor<1x2xi64>
    %in6_0 = stablehlo.constant dense<[39, 20]> : tensor<2xi64>
    %in6_1 = stablehlo.constant dense<[[-6, 6]]> : tensor<1x2xi64>
    %in7_0 = stablehlo.constant dense<[17, 30]> : tensor<2xi64>
    %in7_1 = stablehlo.constant dense<[[30, -50]]> : tensor<1x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process, @process, @process], [@process, @process, @process, @process]]} : (tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>) -> (tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>)
    check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#2, dense<[20, -18]> : tensor<2xi64>
    check.expect_eq_const %r#3, dense<[[2, -46]]> : tensor<1x2xi64>
    check.expect_eq_const %r#4, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#5, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#6, dense<[20, -18]> : tensor<2xi64>
    check.expect_eq_const %r#7, dense<[[2, -46]]> : tensor<1x2xi64>
    check.expect_eq_const %r#8, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#9, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#10, dense<[17, 30]> : tensor<2xi64>
    check.expect_eq_const %r#11, dense<[[30, -50]]> : tensor<1x2xi64>
    check.expect_eq_const %r#12, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#13, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#14, dense<[17, 30]> : tensor<2xi64>
    check.expect_eq_const %r#15, dense<[[30, -50]]> : tensor<1x2xi64>
    return
  }
}

// -----

module @cross_partition_root {
  func.func @process(%x0: tensor<2xi64>, %x1: tensor<1x2xi64>) -> (tensor<2xi64>, tensor<1x2xi64>) {
    %root = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %r:2 = "stablehlo.collective_broadcast"(%x0, %x1, %root) {replica_groups = dense<[[3, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root} : (tensor<2xi64>, tensor<1x2xi64>, tensor<2xi32>) -> (tensor<2xi64>, tensor<1x2xi64>)
    return %r#0, %r#1 : tensor<2xi64>, tensor<1x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[-19, 14]> : tensor<2xi64>
    %in0_1 = stablehlo.constant dense<[[-16, -44]]> : tensor<1x2xi64>
    %in1_0 = stablehlo.constant dense<[20, -30]> : tensor<2xi64>
    %in1_1 = stablehlo.constant dense<[[42, 15]]> : tensor<1x2xi64>
    %in2_0 = stablehlo.constant dense<[-19, -21]> : tensor<2xi64>
    %in2_1 = stablehlo.constant dense<[[11, -3]]> : tensor<1x2xi64>
    %in3_0 = stablehlo.constant dense<[20, -18]> : tensor<2xi64>
    %in3_1 = stablehlo.constant dense<[[2, -46]]> : tensor<1x2xi64>
    %in4_0 = stablehlo.constant dense<[0, 20]> : tensor<2xi64>
    %in4_1 = stablehlo.constant dense<[[-33, -30]]> : tensor<1x2xi64>
    %in5_0 = stablehlo.constant dense<[9, 43]> : tensor<2xi64>
    %in5_1 = stablehlo.constant dense<[[2, -27]]> : tensor<1x2xi64>
    %in6_0 = stablehlo.constant dense<[39, 20]> : tensor<2xi64>
    %in6_1 = stablehlo.constant dense<[[-6, 6]]> : tensor<1x2xi64>
    %in7_0 = stablehlo.constant dense<[17, 30]> : tensor<2xi64>
    %in7_1 = stablehlo.constant dense<[[30, -50]]> : tensor<1x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process, @process, @process], [@process, @process, @process, @process]]} : (tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>) -> (tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>, tensor<2xi64>, tensor<1x2xi64>)
    check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#2, dense<[20, -30]> : tensor<2xi64>
    check.expect_eq_const %r#3, dense<[[2, -46]]> : tensor<1x2xi64>
    check.expect_eq_const %r#4, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#5, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#6, dense<[20, -30]> : tensor<2xi64>
    check.expect_eq_const %r#7, dense<[[2, -46]]> : tensor<1x2xi64>
    check.expect_eq_const %r#8, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#9, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#10, dense<[9, 43]> : tensor<2xi64>
    check.expect_eq_const %r#11, dense<[[30, -50]]> : tensor<1x2xi64>
    check.expect_eq_const %r#12, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#13, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#14, dense<[9, 43]> : tensor<2xi64>
    check.expect_eq_const %r#15, dense<[[30, -50]]> : tensor<1x2xi64>
    return
  }
}
