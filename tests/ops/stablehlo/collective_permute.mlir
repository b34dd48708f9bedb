// collective_permute: every grouping of the specification; values by its definitions, worked out in Python.

module @cross_replica {
  func.func @process(%x0: tensor<2x2xi64>) -> (tensor<2x2xi64>) {
    %r = "stablehlo.collective_permute"(%x0) {source_target_pairs = dense<[[0, 2], [2, 1], [3, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2x2xi64>) -> tensor<2x2xi64>
    return %r : tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-2, -8], [-21, -29]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[[-1, 23], [38, -14]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[[20, -15], [-1, 43]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[[47, 23], [-49, 49]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[[-19, 34], [-48, 6]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[[-31, -31], [42, -10]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[[-29, -18], [33, 38]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[[29, 24], [-43, -35]]> : tensor<2x2xi64>
    %r:8 = "interpreter.run_parallel"(%in0_0, %in1_0, %in2_0, %in3_0, %in4_0, %in5_0, %in6_0, %in7_0) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
    check.expect_eq_const %r#1, dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[[-19, 34], [-48, 6]]> : tensor<2x2xi64>
    check.expect_eq_const %r#3, dense<[[-31, -31], [42, -10]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[[-2, -8], [-21, -29]]> : tensor<2x2xi64>
    check.expect_eq_const %r#5, dense<[[-1, 23], [38, -14]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[[-29, -18], [33, 38]]> : tensor<2x2xi64>
    check.expect_eq_const %r#7, dense<[[29, 24], [-43, -35]]> : tensor<2x2xi64>
    return
  }
}

// -----

module @cross_partition {
  func.func @process(%x0: tensor<2x2xi64>) -> (tensor<2x2xi64>) {
    %r = "stablehlo.collective_permute"(%x0) {source_target_pairs = dense<[[0, 2], [2, 1], [3, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2x2xi64>) -> tensor<2x2xi64>
    return %r : tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-2, -8], [-21, -29]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[[-1, 23], [38, -14]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[[20, -15], [-1, 43]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[[47, 23], [-49, 49]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[[-19, 34], [-48, 6]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[[-31, -31], [42, -10]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[[-29, -18], [33, 38]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[[29, 24], [-43, -35]]> : tensor<2x2xi64>
    %r:8 = "interpreter.run_parallel"(%in0_0, %in1_0, %in2_0, %in3_0, %in4_0, %in5_0, %in6_0, %in7_0) {programs = [[@process, @process, @process, @process], [@process, @process, @process, @process]]} : (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
    check.expect_eq_const %r#1, dense<[[20, -15], [-1, 43]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[[-2, -8], [-21, -29]]> : tensor<2x2xi64>
    check.expect_eq_const %r#3, dense<[[47, 23], [-49, 49]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
    check.expect_eq_const %r#5, dense<[[-29, -18], [33, 38]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[[-19, 34], [-48, 6]]> : tensor<2x2xi64>
    check.expect_eq_const %r#7, dense<[[29, 24], [-43, -35]]> : tensor<2x2xi64>
    return
  }
}
