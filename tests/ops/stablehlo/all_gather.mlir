// all_gather: every grouping of the specification; values by its definitions, worked out in Python.

module @cross_replica_dim_0 {
  func.func @process(%x0: tensor<2x3xi64>, %x1: tensor<1x3xi64>) -> (tensor<4x3xi64>, tensor<2x3xi64>) {
    %r:2 = "stablehlo.all_gather"(%x0, %x1) {all_gather_dim = 0 : i64, replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2x3xi64>, tensor<1x3xi64>) -> (tensor<4x3xi64>, tensor<2x3xi64>)
    return %r#0, %r#1 : tensor<4x3xi64>, tensor<2x3xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-33, 22, 47], [-42, -18, -35]]> : tensor<2x3xi64>
    %in0_1 = stablehlo.constant dense<[[29, -18, 44]]> : tensor<1x3xi64>
    %in1_0 = stablehlo.constant dense<[[13, 47, 7], [10, 33, -2]]> : tensor<2x3xi64>
    %in1_1 = stablehlo.constant dense<[[-5, 38, 44]]> : tensor<1x3xi64>
    %in2_0 = stablehlo.constant dense<[[-24, -38, 12], [-47, -1, 5]]> : tensor<2x3xi64>
    %in2_1 = stablehlo.constant dense<[[33, 17, -47]]> : tensor<1x3xi64>
    %in3_0 = stablehlo.constant dense<[[27, 47, 48], [-50, 39, 7]]> : tensor<2x3xi64>
    %in3_1 = stablehlo.constant dense<[[9, 49, -19]]> : tensor<1x3xi64>
    %in4_0 = stablehlo.constant dense<[[-16, 42, -21], [25, -37, -10]]> : tensor<2x3xi64>
    %in4_1 = stablehlo.constant dense<[[33, -44, -30]]> : tensor<1x3xi64>
    %in5_0 = stablehlo.constant dense<[[-47, -48, -47], [33, 19, -49]]> : tensor<2x3xi64>
    %in5_1 = stablehlo.constant dense<[[-36, -3, 10]]> : tensor<1x3xi64>
    %in6_0 = stablehlo.constant dense<[[-2, 37, -23], [4, 42, -47]]> : tensor<2x3xi64>
    %in6_1 = stablehlo.constant dense<[[-19, -2, 19]]> : tensor<1x3xi64>
    %in7_0 = stablehlo.constant dense<[[17, -22, 47], [6, 13, 20]]> : tensor<2x3xi64>
    %in7_1 = stablehlo.constant dense<[[-37, 23, -19]]> : tensor<1x3xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>) -> (tensor<4x3xi64>, tensor<2x3xi64>, tensor<4x3xi64>, tensor<2x3xi64>, tensor<4x3xi64>, tensor<2x3xi64>, tensor<4x3xi64>, tensor<2x3xi64>, tensor<4x3xi64>, tensor<2x3xi64>, tensor<4x3xi64>, tensor<2x3xi64>, tensor<4x3xi64>, tensor<2x3xi64>, tensor<4x3xi64>, tensor<2x3xi64>)
    check.expect_eq_const %r#0, dense<[[-16, 42, -21], [25, -37, -10], [-33, 22, 47], [-42, -18, -35]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[33, -44, -30], [29, -18, 44]]> : tensor<2x3xi64>
    check.expect_eq_const %r#2, dense<[[-47, -48, -47], [33, 19, -49], [13, 47, 7], [10, 33, -2]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[-36, -3, 10], [-5, 38, 44]]> : tensor<2x3xi64>
    check.expect_eq_const %r#4, dense<[[-24, -38, 12], [-47, -1, 5], [-2, 37, -23], [4, 42, -47]]> : tensor<4x3xi64>
    check.expect_eq_const %r#5, dense<[[33, 17, -47], [-19, -2, 19]]> : tensor<2x3xi64>
    check.expect_eq_const %r#6, dense<[[27, 47, 48], [-50, 39, 7], [17, -22, 47], [6, 13, 20]]> : tensor<4x3xi64>
    check.expect_eq_const %r#7, dense<[[9, 49, -19], [-37, 23, -19]]> : tensor<2x3xi64>
    check.expect_eq_const %r#8, dense<[[-16, 42, -21], [25, -37, -10], [-33, 22, 47], [-42, -18, -35]]> : tensor<4x3xi64>
    check.expect_eq_const %r#9, dense<[[33, -44, -30], [29, -18, 44]]> : tensor<2x3xi64>
    check.expect_eq_const %r#10, dense<[[-47, -48, -47], [33, 19, -49], [13, 47, 7], [10, 33, -2]]> : tensor<4x3xi64>
    check.expect_eq_const %r#11, dense<[[-36, -3, 10], [-5, 38, 44]]> : tensor<2x3xi64>
    check.expect_eq_const %r#12, dense<[[-24, -38, 12], [-47, -1, 5], [-2, 37, -23], [4, 42, -47]]> : tensor<4x3xi64>
    check.expect_eq_const %r#13, dense<[[33, 17, -47], [-19, -2, 19]]> : tensor<2x3xi64>
    check.expect_eq_const %r#14, dense<[[27, 47, 48], [-50, 39, 7], [17, -22, 47], [6, 13, 20]]> : tensor<4x3xi64>
    check.expect_eq_const %r#15, dense<[[9, 49, -19], [-37, 23, -19]]> : tensor<2x3xi64>
    return
  }
}

// -----

module @cross_replica_dim_1 {
  func.func @process(%x0: tensor<2x3xi64>, %x1: tensor<1x3xi64>) -> (tensor<2x6xi64>, tensor<1x6xi64>) {
    %r:2 = "stablehlo.all_gather"(%x0, %x1) {all_gather_dim = 1 : i64, replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2x3xi64>, tensor<1x3xi64>) -> (tensor<2x6xi64>, tensor<1x6xi64>)
    return %r#0, %r#1 : tensor<2x6xi64>, tensor<1x6xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-43, -39, -40], [-4, -29, 44]]> : tensor<2x3xi64>
    %in0_1 = stablehlo.constant dense<[[23, -40, 12]]> : tensor<1x3xi64>
    %in1_0 = stablehlo.constant dense<[[35, -11, -18], [27, -23, 27]]> : tensor<2x3xi64>
    %in1_1 = stablehlo.constant dense<[[47, -17, -46]]> : tensor<1x3xi64>
    %in2_0 = stablehlo.constant dense<[[-46, 24, 37], [-30, 5, 31]]> : tensor<2x3xi64>
    %in2_1 = stablehlo.constant dense<[[-50, -32, 34]]> : tensor<1x3xi64>
    %in3_0 = stablehlo.constant dense<[[0, 42, 15], [-3, 19, 6]]> : tensor<2x3xi64>
    %in3_1 = stablehlo.constant dense<[[25, 10, 47]]> : tensor<1x3xi64>
    %in4_0 = stablehlo.constant dense<[[14, -16, -46], [-47, -4, 9]]> : tensor<2x3xi64>
    %in4_1 = stablehlo.constant dense<[[44, -3, -10]]> : tensor<1x3xi64>
    %in5_0 = stablehlo.constant dense<[[-10, -2, 4], [17, -29, 21]]> : tensor<2x3xi64>
    %in5_1 = stablehlo.constant dense<[[48, -48, -16]]> : tensor<1x3xi64>
    %in6_0 = stablehlo.constant dense<[[-28, -20, -21], [-47, -28, -9]]> : tensor<2x3xi64>
    %in6_1 = stablehlo.constant dense<[[12, -25, 43]]> : tensor<1x3xi64>
    %in7_0 = stablehlo.constant dense<[[-28, -33, 15], [15, -4, 15]]> : tensor<2x3xi64>
    %in7_1 = stablehlo.constant dense<[[2, 18, 19]]> : tensor<1x3xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>) -> (tensor<2x6xi64>, tensor<1x6xi64>, tensor<2x6xi64>, tensor<1x6xi64>, tensor<2x6xi64>, tensor<1x6xi64>, tensor<2x6xi64>, tensor<1x6xi64>, tensor<2x6xi64>, tensor<1x6xi64>, tensor<2x6xi64>, tensor<1x6xi64>, tensor<2x6xi64>, tensor<1x6xi64>, tensor<2x6xi64>, tensor<1x6xi64>)
    check.expect_eq_const %r#0, dense<[[14, -16, -46, -43, -39, -40], [-47, -4, 9, -4, -29, 44]]> : tensor<2x6xi64>
    check.expect_eq_const %r#1, dense<[[44, -3, -10, 23, -40, 12]]> : tensor<1x6xi64>
    check.expect_eq_const %r#2, dense<[[-10, -2, 4, 35, -11, -18], [17, -29, 21, 27, -23, 27]]> : tensor<2x6xi64>
    check.expect_eq_const %r#3, dense<[[48, -48, -16, 47, -17, -46]]> : tensor<1x6xi64>
    check.expect_eq_const %r#4, dense<[[-46, 24, 37, -28, -20, -21], [-30, 5, 31, -47, -28, -9]]> : tensor<2x6xi64>
    check.expect_eq_const %r#5, dense<[[-50, -32, 34, 12, -25, 43]]> : tensor<1x6xi64>
    check.expect_eq_const %r#6, dense<[[0, 42, 15, -28, -33, 15], [-3, 19, 6, 15, -4, 15]]> : tensor<2x6xi64>
    check.expect_eq_const %r#7, dense<[[25, 10, 47, 2, 18, 19]]> : tensor<1x6xi64>
    check.expect_eq_const %r#8, dense<[[14, -16, -46, -43, -39, -40], [-47, -4, 9, -4, -29, 44]]> : tensor<2x6xi64>
    check.expect_eq_const %r#9, dense<[[44, -3, -10, 23, -40, 12]]> : tensor<1x6xi64>
    check.expect_eq_const %r#10, dense<[[-10, -2, 4, 35, -11, -18], [17, -29, 21, 27, -23, 27]]> : tensor<2x6xi64>
    check.expect_eq_const %r#11, dense<[[48, -48, -16, 47, -17, -46]]> : tensor<1x6xi64>
    check.expect_eq_const %r#12, dense<[[-46, 24, 37, -28, -20, -21], [-30, 5, 31, -47, -28, -9]]> : tensor<2x6xi64>
    check.expect_eq_const %r#13, dense<[[-50, -32, 34, 12, -25, 43]]> : tensor<1x6xi64>
    check.expect_eq_const %r#14, dense<[[0, 42, 15, -28, -33, 15], [-3, 19, 6, 15, -4, 15]]> : tensor<2x6xi64>
    check.expect_eq_const %r#15, dense<[[25, 10, 47, 2, 18, 19]]> : tensor<1x6xi64>
    return
  }
}

// -----

module @cross_replica_and_partition_dim_0 {
  func.func @process(%x0: tensor<2x3xi64>, %x1: tensor<1x3xi64>) -> (tensor<8x3xi64>, tensor<4x3xi64>) {
    %r:2 = "stablehlo.all_gather"(%x0, %x1) {all_gather_dim = 0 : i64, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2x3xi64>, tensor<1x3xi64>) -> (tensor<8x3xi64>, tensor<4x3xi64>)
    return %r#0, %r#1 : tensor<8x3xi64>, tensor<4x3xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-33, 22, 47], [-42, -18, -35]]> : tensor<2x3xi64>
    %in0_1 = stablehlo.constant dense<[[29, -18, 44]]> : tensor<1x3xi64>
    %in1_0 = stablehlo.constant dense<[[13, 47, 7], [10, 33, -2]]> : tensor<2x3xi64>
    %in1_1 = stablehlo.constant dense<[[-5, 38, 44]]> : tensor<1x3xi64>
    %in2_0 = stablehlo.constant dense<[[-24, -38, 12], [-47, -1, 5]]> : tensor<2x3xi64>
    %in2_1 = stablehlo.constant dense<[[33, 17, -47]]> : tensor<1x3xi64>
    %in3_0 = stablehlo.constant dense<[[27, 47, 48], [-50, 39, 7]]> : tensor<2x3xi64>
    %in3_1 = stablehlo.constant dense<[[9, 49, -19]]> : tensor<1x3xi64>
    %in4_0 = stablehlo.constant dense<[[-16, 42, -21], [25, -37, -10]]> : tensor<2x3xi64>
    %in4_1 = stablehlo.constant dense<[[33, -44, -30]]> : tensor<1x3xi64>
    %in5_0 = stablehlo.constant dense<[[-47, -48, -47], [33, 19, -49]]> : tensor<2x3xi64>
    %in5_1 = stablehlo.constant dense<[[-36, -3, 10]]> : tensor<1x3xi64>
    %in6_0 = stablehlo.constant dense<[[-2, 37, -23], [4, 42, -47]]> : tensor<2x3xi64>
    %in6_1 = stablehlo.constant dense<[[-19, -2, 19]]> : tensor<1x3xi64>
    %in7_0 = stablehlo.constant dense<[[17, -22, 47], [6, 13, 20]]> : tensor<2x3xi64>
    %in7_1 = stablehlo.constant dense<[[-37, 23, -19]]> : tensor<1x3xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>) -> (tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-2, 37, -23], [4, 42, -47], [-33, 22, 47], [-42, -18, -35], [17, -22, 47], [6, 13, 20], [13, 47, 7], [10, 33, -2]]> : tensor<8x3xi64>
    check.expect_eq_const %r#1, dense<[[-19, -2, 19], [29, -18, 44], [-37, 23, -19], [-5, 38, 44]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[-2, 37, -23], [4, 42, -47], [-33, 22, 47], [-42, -18, -35], [17, -22, 47], [6, 13, 20], [13, 47, 7], [10, 33, -2]]> : tensor<8x3xi64>
    check.expect_eq_const %r#3, dense<[[-19, -2, 19], [29, -18, 44], [-37, 23, -19], [-5, 38, 44]]> : tensor<4x3xi64>
    check.expect_eq_const %r#4, dense<[[-24, -38, 12], [-47, -1, 5], [-16, 42, -21], [25, -37, -10], [27, 47, 48], [-50, 39, 7], [-47, -48, -47], [33, 19, -49]]> : tensor<8x3xi64>
    check.expect_eq_const %r#5, dense<[[33, 17, -47], [33, -44, -30], [9, 49, -19], [-36, -3, 10]]> : tensor<4x3xi64>
    check.expect_eq_const %r#6, dense<[[-24, -38, 12], [-47, -1, 5], [-16, 42, -21], [25, -37, -10], [27, 47, 48], [-50, 39, 7], [-47, -48, -47], [33, 19, -49]]> : tensor<8x3xi64>
    check.expect_eq_const %r#7, dense<[[33, 17, -47], [33, -44, -30], [9, 49, -19], [-36, -3, 10]]> : tensor<4x3xi64>
    check.expect_eq_const %r#8, dense<[[-24, -38, 12], [-47, -1, 5], [-16, 42, -21], [25, -37, -10], [27, 47, 48], [-50, 39, 7], [-47, -48, -47], [33, 19, -49]]> : tensor<8x3xi64>
    check.expect_eq_const %r#9, dense<[[33, 17, -47], [33, -44, -30], [9, 49, -19], [-36, -3, 10]]> : tensor<4x3xi64>
    check.expect_eq_const %r#10, dense<[[-24, -38, 12], [-47, -1, 5], [-16, 42, -21], [25, -37, -10], [27, 47, 48], [-50, 39, 7], [-47, -48, -47], [33, 19, -49]]> : tensor<8x3xi64>
    check.expect_eq_const %r#11, dense<[[33, 17, -47], [33, -44, -30], [9, 49, -19], [-36, -3, 10]]> : tensor<4x3xi64>
    check.expect_eq_const %r#12, dense<[[-2, 37, -23], [4, 42, -47], [-33, 22, 47], [-42, -18, -35], [17, -22, 47], [6, 13, 20], [13, 47, 7], [10, 33, -2]]> : tensor<8x3xi64>
    check.expect_eq_const %r#13, dense<[[-19, -2, 19], [29, -18, 44], [-37, 23, -19], [-5, 38, 44]]> : tensor<4x3xi64>
    check.expect_eq_const %r#14, dense<[[-2, 37, -23], [4, 42, -47], [-33, 22, 47], [-42, -18, -35], [17, -22, 47], [6, 13, 20], [13, 47, 7], [10, 33, -2]]> : tensor<8x3xi64>
    check.expect_eq_const %r#15, dense<[[-19, -2, 19], [29, -18, 44], [-37, 23, -19], [-5, 38, 44]]> : tensor<4x3xi64>
    return
  }
}

// -----

module @cross_replica_and_partition_dim_1 {
  func.func @process(%x0: tensor<2x3xi64>, %x1: tensor<1x3xi64>) -> (tensor<2x12xi64>, tensor<1x12xi64>) {
    %r:2 = "stablehlo.all_gather"(%x0, %x1) {all_gather_dim = 1 : i64, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2x3xi64>, tensor<1x3xi64>) -> (tensor<2x12xi64>, tensor<1x12xi64>)
    return %r#0, %r#1 : tensor<2x12xi64>, tensor<1x12xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-43, -39, -40], [-4, -29, 44]]> : tensor<2x3xi64>
    %in0_1 = stablehlo.constant dense<[[23, -40, 12]]> : tensor<1x3xi64>
    %in1_0 = stablehlo.constant dense<[[35, -11, -18], [27, -23, 27]]> : tensor<2x3xi64>
    %in1_1 = stablehlo.constant dense<[[47, -17, -46]]> : tensor<1x3xi64>
    %in2_0 = stablehlo.constant dense<[[-46, 24, 37], [-30, 5, 31]]> : tensor<2x3xi64>
    %in2_1 = stablehlo.constant dense<[[-50, -32, 34]]> : tensor<1x3xi64>
    %in3_0 = stablehlo.constant dense<[[0, 42, 15], [-3, 19, 6]]> : tensor<2x3xi64>
    %in3_1 = stablehlo.constant dense<[[25, 10, 47]]> : tensor<1x3xi64>
    %in4_0 = stablehlo.constant dense<[[14, -16, -46], [-47, -4, 9]]> : tensor<2x3xi64>
    %in4_1 = stablehlo.constant dense<[[44, -3, -10]]> : tensor<1x3xi64>
    %in5_0 = stablehlo.constant dense<[[-10, -2, 4], [17, -29, 21]]> : tensor<2x3xi64>
    %in5_1 = stablehlo.constant dense<[[48, -48, -16]]> : tensor<1x3xi64>
    %in6_0 = stablehlo.constant dense<[[-28, -20, -21], [-47, -28, -9]]> : tensor<2x3xi64>
    %in6_1 = stablehlo.constant dense<[[12, -25, 43]]> : tensor<1x3xi64>
    %in7_0 = stablehlo.constant dense<[[-28, -33, 15], [15, -4, 15]]> : tensor<2x3xi64>
    %in7_1 = stablehlo.constant dense<[[2, 18, 19]]> : tensor<1x3xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>) -> (tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>)
    check.expect_eq_const %r#0, dense<[[-28, -20, -21, -43, -39, -40, -28, -33, 15, 35, -11, -18], [-47, -28, -9, -4, -29, 44, 15, -4, 15, 27, -23, 27]]> : tensor<2x12xi64>
    check.expect_eq_const %r#1, dense<[[12, -25, 43, 23, -40, 12, 2, 18, 19, 47, -17, -46]]> : tensor<1x12xi64>
    check.expect_eq_const %r#2, dense<[[-28, -20, -21, -43, -39, -40, -28, -33, 15, 35, -11, -18], [-47, -28, -9, -4, -29, 44, 15, -4, 15, 27, -23, 27]]> : tensor<2x12xi64>
    check.expect_eq_const %r#3, dense<[[12, -25, 43, 23, -40, 12, 2, 18, 19, 47, -17, -46]]> : tensor<1x12xi64>
    check.expect_eq_const %r#4, dense<[[-46, 24, 37, 14, -16, -46, 0, 42, 15, -10, -2, 4], [-30, 5, 31, -47, -4, 9, -3, 19, 6, 17, -29, 21]]> : tensor<2x12xi64>
    check.expect_eq_const %r#5, dense<[[-50, -32, 34, 44, -3, -10, 25, 10, 47, 48, -48, -16]]> : tensor<1x12xi64>
    check.expect_eq_const %r#6, dense<[[-46, 24, 37, 14, -16, -46, 0, 42, 15, -10, -2, 4], [-30, 5, 31, -47, -4, 9, -3, 19, 6, 17, -29, 21]]> : tensor<2x12xi64>
    check.expect_eq_const %r#7, dense<[[-50, -32, 34, 44, -3, -10, 25, 10, 47, 48, -48, -16]]> : tensor<1x12xi64>
    check.expect_eq_const %r#8, dense<[[-46, 24, 37, 14, -16, -46, 0, 42, 15, -10, -2, 4], [-30, 5, 31, -47, -4, 9, -3, 19, 6, 17, -29, 21]]> : tensor<2x12xi64>
    check.expect_eq_const %r#9, dense<[[-50, -32, 34, 44, -3, -10, 25, 10, 47, 48, -48, -16]]> : tensor<1x12xi64>
    check.expect_eq_const %r#10, dense<[[-46, 24, 37, 14, -16, -46, 0, 42, 15, -10, -2, 4], [-30, 5, 31, -47, -4, 9, -3, 19, 6, 17, -29, 21]]> : tensor<2x12xi64>
    check.expect_eq_const %r#11, dense<[[-50, -32, 34, 44, -3, -10, 25, 10, 47, 48, -48, -16]]> : tensor<1x12xi64>
    check.expect_eq_const %r#12, dense<[[-28, -20, -21, -43, -39, -40, -28, -33, 15, 35, -11, -18], [-47, -28, -9, -4, -29, 44, 15, -4, 15, 27, -23, 27]]> : tensor<2x12xi64>
    check.expect_eq_const %r#13, dense<[[12, -25, 43, 23, -40, 12, 2, 18, 19, 47, -17, -46]]> : tensor<1x12xi64>
    check.expect_eq_const %r#14, dense<[[-28, -20, -21, -43, -39, -40, -28, -33, 15, 35, -11, -18], [-47, -28, -9, -4, -29, 44, 15, -4, 15, 27, -23, 27]]> : tensor<2x12xi64>
    check.expect_eq_const %r#15, dense<[[12, -25, 43, 23, -40, 12, 2, 18, 19, 47, -17, -46]]> : tensor<1x12xi64>
    return
  }
}

// -----

module @flattened_ids_dim_0 {
  func.func @process(%x0: tensor<2x3xi64>, %x1: tensor<1x3xi64>) -> (tensor<8x3xi64>, tensor<4x3xi64>) {
    %r:2 = "stablehlo.all_gather"(%x0, %x1) {all_gather_dim = 0 : i64, replica_groups = dense<[[5, 0, 7, 2], [1, 3, 4, 6]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<2x3xi64>, tensor<1x3xi64>) -> (tensor<8x3xi64>, tensor<4x3xi64>)
    return %r#0, %r#1 : tensor<8x3xi64>, tensor<4x3xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-33, 22, 47], [-42, -18, -35]]> : tensor<2x3xi64>
    %in0_1 = stablehlo.constant dense<[[29, -18, 44]]> : tensor<1x3xi64>
    %in1_0 = stablehlo.constant dense<[[13, 47, 7], [10, 33, -2]]> : tensor<2x3xi64>
    %in1_1 = stablehlo.constant dense<[[-5, 38, 44]]> : tensor<1x3xi64>
    %in2_0 = stablehlo.constant dense<[[-24, -38, 12], [-47, -1, 5]]> : tensor<2x3xi64>
    %in2_1 = stablehlo.constant dense<[[33, 17, -47]]> : tensor<1x3xi64>
    %in3_0 = stablehlo.constant dense<[[27, 47, 48], [-50, 39, 7]]> : tensor<2x3xi64>
    %in3_1 = stablehlo.constant dense<[[9, 49, -19]]> : tensor<1x3xi64>
    %in4_0 = stablehlo.constant dense<[[-16, 42, -21], [25, -37, -10]]> : tensor<2x3xi64>
    %in4_1 = stablehlo.constant dense<[[33, -44, -30]]> : tensor<1x3xi64>
    %in5_0 = stablehlo.constant dense<[[-47, -48, -47], [33, 19, -49]]> : tensor<2x3xi64>
    %in5_1 = stablehlo.constant dense<[[-36, -3, 10]]> : tensor<1x3xi64>
    %in6_0 = stablehlo.constant dense<[[-2, 37, -23], [4, 42, -47]]> : tensor<2x3xi64>
    %in6_1 = stablehlo.constant dense<[[-19, -2, 19]]> : tensor<1x3xi64>
    %in7_0 = stablehlo.constant dense<[[17, -22, 47], [6, 13, 20]]> : tensor<2x3xi64>
    %in7_1 = stablehlo.constant dense<[[-37, 23, -19]]> : tensor<1x3xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process, @process, @process], [@process, @process, @process, @process]]} : (tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>) -> (tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>, tensor<8x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-47, -48, -47], [33, 19, -49], [-33, 22, 47], [-42, -18, -35], [17, -22, 47], [6, 13, 20], [-24, -38, 12], [-47, -1, 5]]> : tensor<8x3xi64>
    check.expect_eq_const %r#1, dense<[[-36, -3, 10], [29, -18, 44], [-37, 23, -19], [33, 17, -47]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[13, 47, 7], [10, 33, -2], [27, 47, 48], [-50, 39, 7], [-16, 42, -21], [25, -37, -10], [-2, 37, -23], [4, 42, -47]]> : tensor<8x3xi64>
    check.expect_eq_const %r#3, dense<[[-5, 38, 44], [9, 49, -19], [33, -44, -30], [-19, -2, 19]]> : tensor<4x3xi64>
    check.expect_eq_const %r#4, dense<[[-47, -48, -47], [33, 19, -49], [-33, 22, 47], [-42, -18, -35], [17, -22, 47], [6, 13, 20], [-24, -38, 12], [-47, -1, 5]]> : tensor<8x3xi64>
    check.expect_eq_const %r#5, dense<[[-36, -3, 10], [29, -18, 44], [-37, 23, -19], [33, 17, -47]]> : tensor<4x3xi64>
    check.expect_eq_const %r#6, dense<[[13, 47, 7], [10, 33, -2], [27, 47, 48], [-50, 39, 7], [-16, 42, -21], [25, -37, -10], [-2, 37, -23], [4, 42, -47]]> : tensor<8x3xi64>
    check.expect_eq_const %r#7, dense<[[-5, 38, 44], [9, 49, -19], [33, -44, -30], [-19, -2, 19]]> : tensor<4x3xi64>
    check.expect_eq_const %r#8, dense<[[13, 47, 7], [10, 33, -2], [27, 47, 48], [-50, 39, 7], [-16, 42, -21], [25, -37, -10], [-2, 37, -23], [4, 42, -47]]> : tensor<8x3xi64>
    check.expect_eq_const %r#9, dense<[[-5, 38, 44], [9, 49, -19], [33, -44, -30], [-19, -2, 19]]> : tensor<4x3xi64>
    check.expect_eq_const %r#10, dense<[[-47, -48, -47], [33, 19, -49], [-33, 22, 47], [-42, -18, -35], [17, -22, 47], [6, 13, 20], [-24, -38, 12], [-47, -1, 5]]> : tensor<8x3xi64>
    check.expect_eq_const %r#11, dense<[[-36, -3, 10], [29, -18, 44], [-37, 23, -19], [33, 17, -47]]> : tensor<4x3xi64>
    check.expect_eq_const %r#12, dense<[[13, 47, 7], [10, 33, -2], [27, 47, 48], [-50, 39, 7], [-16, 42, -21], [25, -37, -10], [-2, 37, -23], [4, 42, -47]]> : tensor<8x3xi64>
    check.expect_eq_const %r#13, dense<[[-5, 38, 44], [9, 49, -19], [33, -44, -30], [-19, -2, 19]]> : tensor<4x3xi64>
    check.expect_eq_const %r#14, dense<[[-47, -48, -47], [33, 19, -49], [-33, 22, 47], [-42, -18, -35], [17, -22, 47], [6, 13, 20], [-24, -38, 12], [-47, -1, 5]]> : tensor<8x3xi64>
    check.expect_eq_const %r#15, dense<[[-36, -3, 10], [29, -18, 44], [-37, 23, -19], [33, 17, -47]]> : tensor<4x3xi64>
    return
  }
}

// -----

module @flattened_ids_dim_1 {
  func.func @process(%x0: tensor<2x3xi64>, %x1: tensor<1x3xi64>) -> (tensor<2x12xi64>, tensor<1x12xi64>) {
    %r:2 = "stablehlo.all_gather"(%x0, %x1) {all_gather_dim = 1 : i64, replica_groups = dense<[[5, 0, 7, 2], [1, 3, 4, 6]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<2x3xi64>, tensor<1x3xi64>) -> (tensor<2x12xi64>, tensor<1x12xi64>)
    return %r#0, %r#1 : tensor<2x12xi64>, tensor<1x12xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-43, -39, -40], [-4, -29, 44]]> : tensor<2x3xi64>
    %in0_1 = stablehlo.constant dense<[[23, -40, 12]]> : tensor<1x3xi64>
    %in1_0 = stablehlo.constant dense<[[35, -11, -18], [27, -23, 27]]> : tensor<2x3xi64>
    %in1_1 = stablehlo.constant dense<[[47, -17, -46]]> : tensor<1x3xi64>
    %in2_0 = stablehlo.constant dense<[[-46, 24, 37], [-30, 5, 31]]> : tensor<2x3xi64>
    %in2_1 = stablehlo.constant dense<[[-50, -32, 34]]> : tensor<1x3xi64>
    %in3_0 = stablehlo.constant dense<[[0, 42, 15], [-3, 19, 6]]> : tensor<2x3xi64>
    %in3_1 = stablehlo.constant dense<[[25, 10, 47]]> : tensor<1x3xi64>
    %in4_0 = stablehlo.constant dense<[[14, -16, -46], [-47, -4, 9]]> : tensor<2x3xi64>
    %in4_1 = stablehlo.constant dense<[[44, -3, -10]]> : tensor<1x3xi64>
    %in5_0 = stablehlo.constant dense<[[-10, -2, 4], [17, -29, 21]]> : tensor<2x3xi64>
    %in5_1 = stablehlo.constant dense<[[48, -48, -16]]> : tensor<1x3xi64>
    %in6_0 = stablehlo.constant dense<[[-28, -20, -21], [-47, -28, -9]]> : tensor<2x3xi64>
    %in6_1 = stablehlo.constant dense<[[12, -25, 43]]> : tensor<1x3xi64>
    %in7_0 = stablehlo.constant dense<[[-28, -33, 15], [15, -4, 15]]> : tensor<2x3xi64>
    %in7_1 = stablehlo.constant dense<[[2, 18, 19]]> : tensor<1x3xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process, @process, @process], [@process, @process, @process, @process]]} : (tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>, tensor<2x3xi64>, tensor<1x3xi64>) -> (tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>, tensor<2x12xi64>, tensor<1x12xi64>)
    check.expect_eq_const %r#0, dense<[[-10, -2, 4, -43, -39, -40, -28, -33, 15, -46, 24, 37], [17, -29, 21, -4, -29, 44, 15, -4, 15, -30, 5, 31]]> : tensor<2x12xi64>
    check.expect_eq_const %r#1, dense<[[48, -48, -16, 23, -40, 12, 2, 18, 19, -50, -32, 34]]> : tensor<1x12xi64>
    check.expect_eq_const %r#2, dense<[[35, -11, -18, 0, 42, 15, 14, -16, -46, -28, -20, -21], [27, -23, 27, -3, 19, 6, -47, -4, 9, -47, -28, -9]]> : tensor<2x12xi64>
    check.expect_eq_const %r#3, dense<[[47, -17, -46, 25, 10, 47, 44, -3, -10, 12, -25, 43]]> : tensor<1x12xi64>
    check.expect_eq_const %r#4, dense<[[-10, -2, 4, -43, -39, -40, -28, -33, 15, -46, 24, 37], [17, -29, 21, -4, -29, 44, 15, -4, 15, -30, 5, 31]]> : tensor<2x12xi64>
    check.expect_eq_const %r#5, dense<[[48, -48, -16, 23, -40, 12, 2, 18, 19, -50, -32, 34]]> : tensor<1x12xi64>
    check.expect_eq_const %r#6, dense<[[35, -11, -18, 0, 42, 15, 14, -16, -46, -28, -20, -21], [27, -23, 27, -3, 19, 6, -47, -4, 9, -47, -28, -9]]> : tensor<2x12xi64>
    check.expect_eq_const %r#7, dense<[[47, -17, -46, 25, 10, 47, 44, -3, -10, 12, -25, 43]]> : tensor<1x12xi64>
    check.expect_eq_const %r#8, dense<[[35, -11, -18, 0, 42, 15, 14, -16, -46, -28, -20, -21], [27, -23, 27, -3, 19, 6, -47, -4, 9, -47, -28, -9]]> : tensor<2x12xi64>
    check.expect_eq_const %r#9, dense<[[47, -17, -46, 25, 10, 47, 44, -3, -10, 12, -25, 43]]> : tensor<1x12xi64>
    check.expect_eq_const %r#10, dense<[[-10, -2, 4, -43, -39, -40, -28, -33, 15, -46, 24, 37], [17, -29, 21, -4, -29, 44, 15, -4, 15, -30, 5, 31]]> : tensor<2x12xi64>
    check.expect_eq_const %r#11, dense<[[48, -48, -16, 23, -40, 12, 2, 18, 19, -50, -32, 34]]> : tensor<1x12xi64>
    check.expect_eq_const %r#12, dense<[[35, -11, -18, 0, 42, 15, 14, -16, -46, -28, -20, -21], [27, -23, 27, -3, 19, 6, -47, -4, 9, -47, -28, -9]]> : tensor<2x12xi64>
    check.expect_eq_const %r#13, dense<[[47, -17, -46, 25, 10, 47, 44, -3, -10, 12, -25, 43]]> : tensor<1x12xi64>
    check.expect_eq_const %r#14, dense<[[-10, -2, 4, -43, -39, -40, -28, -33, 15, -46, 24, 37], [17, -29, 21, -4, -29, 44, 15, -4, 15, -30, 5, 31]]> : tensor<2x12xi64>
    check.expect_eq_const %r#15, dense<[[48, -48, -16, 23, -40, 12, 2, 18, 19, -50, -32, 34]]> : tensor<1x12xi64>
    return
  }
}
