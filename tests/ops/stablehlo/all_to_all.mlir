// all_to_all: every grouping of the specification; values by its definitions, worked out in Python.

module @cross_replica_0_1 {
  func.func @process(%x0: tensor<4x6xi64>, %x1: tensor<2x2xi64>) -> (tensor<2x12xi64>, tensor<1x4xi64>) {
    %r:2 = "stablehlo.all_to_all"(%x0, %x1) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x6xi64>, tensor<2x2xi64>) -> (tensor<2x12xi64>, tensor<1x4xi64>)
    return %r#0, %r#1 : tensor<2x12xi64>, tensor<1x4xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-49, 10, -36, 47, 0, -32], [37, -45, -33, -36, 18, -21], [41, 46, -33, -32, 44, -46], [34, -43, -33, -21, 18, 43]]> : tensor<4x6xi64>
    %in0_1 = stablehlo.constant dense<[[-41, -23], [-32, -12]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[[7, 17, 2, -24, 25, -39], [-35, -48, 48, 1, -7, -25], [-24, -8, 0, -4, 26, -19], [-24, 42, -23, 3, 24, 34]]> : tensor<4x6xi64>
    %in1_1 = stablehlo.constant dense<[[39, -20], [13, -47]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[[20, -43, -44, -27, -5, -33], [-24, -32, -2, -47, -39, 44], [17, 6, 33, -23, -24, 5], [43, -3, -26, -8, 32, -22]]> : tensor<4x6xi64>
    %in2_1 = stablehlo.constant dense<[[42, -46], [-38, -9]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[[11, -45, -17, -7, -13, -8], [23, 0, 11, 32, 33, -10], [-23, 45, -38, 48, -11, -28], [21, 29, 19, 36, -13, -39]]> : tensor<4x6xi64>
    %in3_1 = stablehlo.constant dense<[[15, -8], [-43, 16]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[[-28, -26, -47, 26, -3, 39], [-38, 35, 1, -14, -11, 33], [-25, -36, 8, -25, -8, 6], [1, -44, 21, 41, -35, -16]]> : tensor<4x6xi64>
    %in4_1 = stablehlo.constant dense<[[38, 10], [-3, 26]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[[-38, 31, -35, -26, -25, -8], [-30, 41, -31, 10, -43, 13], [28, 15, -15, -3, 28, 12], [31, 25, -46, -36, 12, -33]]> : tensor<4x6xi64>
    %in5_1 = stablehlo.constant dense<[[-50, 19], [46, -34]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[[42, 27, 38, 13, 48, -47], [-18, 12, 47, 10, -6, -20], [-49, -38, -2, 24, -14, 7], [-28, -45, -34, -35, 22, 28]]> : tensor<4x6xi64>
    %in6_1 = stablehlo.constant dense<[[17, -49], [12, 43]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[[-44, 28, -24, -26, -12, 38], [-27, 20, 8, 21, 38, 15], [17, 40, 14, 1, -21, 17], [-26, 41, 28, 9, -11, 41]]> : tensor<4x6xi64>
    %in7_1 = stablehlo.constant dense<[[48, -25], [-14, -25]]> : tensor<2x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>) -> (tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>)
    check.expect_eq_const %r#0, dense<[[-25, -36, 8, -25, -8, 6, 41, 46, -33, -32, 44, -46], [1, -44, 21, 41, -35, -16, 34, -43, -33, -21, 18, 43]]> : tensor<2x12xi64>
    check.expect_eq_const %r#1, dense<[[-3, 26, -32, -12]]> : tensor<1x4xi64>
    check.expect_eq_const %r#2, dense<[[28, 15, -15, -3, 28, 12, -24, -8, 0, -4, 26, -19], [31, 25, -46, -36, 12, -33, -24, 42, -23, 3, 24, 34]]> : tensor<2x12xi64>
    check.expect_eq_const %r#3, dense<[[46, -34, 13, -47]]> : tensor<1x4xi64>
    check.expect_eq_const %r#4, dense<[[20, -43, -44, -27, -5, -33, 42, 27, 38, 13, 48, -47], [-24, -32, -2, -47, -39, 44, -18, 12, 47, 10, -6, -20]]> : tensor<2x12xi64>
    check.expect_eq_const %r#5, dense<[[42, -46, 17, -49]]> : tensor<1x4xi64>
    check.expect_eq_const %r#6, dense<[[11, -45, -17, -7, -13, -8, -44, 28, -24, -26, -12, 38], [23, 0, 11, 32, 33, -10, -27, 20, 8, 21, 38, 15]]> : tensor<2x12xi64>
    check.expect_eq_const %r#7, dense<[[15, -8, 48, -25]]> : tensor<1x4xi64>
    check.expect_eq_const %r#8, dense<[[-28, -26, -47, 26, -3, 39, -49, 10, -36, 47, 0, -32], [-38, 35, 1, -14, -11, 33, 37, -45, -33, -36, 18, -21]]> : tensor<2x12xi64>
    check.expect_eq_const %r#9, dense<[[38, 10, -41, -23]]> : tensor<1x4xi64>
    check.expect_eq_const %r#10, dense<[[-38, 31, -35, -26, -25, -8, 7, 17, 2, -24, 25, -39], [-30, 41, -31, 10, -43, 13, -35, -48, 48, 1, -7, -25]]> : tensor<2x12xi64>
    check.expect_eq_const %r#11, dense<[[-50, 19, 39, -20]]> : tensor<1x4xi64>
    check.expect_eq_const %r#12, dense<[[17, 6, 33, -23, -24, 5, -49, -38, -2, 24, -14, 7], [43, -3, -26, -8, 32, -22, -28, -45, -34, -35, 22, 28]]> : tensor<2x12xi64>
    check.expect_eq_const %r#13, dense<[[-38, -9, 12, 43]]> : tensor<1x4xi64>
    check.expect_eq_const %r#14, dense<[[-23, 45, -38, 48, -11, -28, 17, 40, 14, 1, -21, 17], [21, 29, 19, 36, -13, -39, -26, 41, 28, 9, -11, 41]]> : tensor<2x12xi64>
    check.expect_eq_const %r#15, dense<[[-43, 16, -14, -25]]> : tensor<1x4xi64>
    return
  }
}

// -----

module @cross_replica_1_0 {
  func.func @process(%x0: tensor<4x6xi64>, %x1: tensor<2x2xi64>) -> (tensor<8x3xi64>, tensor<4x1xi64>) {
    %r:2 = "stablehlo.all_to_all"(%x0, %x1) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x6xi64>, tensor<2x2xi64>) -> (tensor<8x3xi64>, tensor<4x1xi64>)
    return %r#0, %r#1 : tensor<8x3xi64>, tensor<4x1xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-49, 10, -36, 47, 0, -32], [37, -45, -33, -36, 18, -21], [41, 46, -33, -32, 44, -46], [34, -43, -33, -21, 18, 43]]> : tensor<4x6xi64>
    %in0_1 = stablehlo.constant dense<[[-41, -23], [-32, -12]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[[7, 17, 2, -24, 25, -39], [-35, -48, 48, 1, -7, -25], [-24, -8, 0, -4, 26, -19], [-24, 42, -23, 3, 24, 34]]> : tensor<4x6xi64>
    %in1_1 = stablehlo.constant dense<[[39, -20], [13, -47]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[[20, -43, -44, -27, -5, -33], [-24, -32, -2, -47, -39, 44], [17, 6, 33, -23, -24, 5], [43, -3, -26, -8, 32, -22]]> : tensor<4x6xi64>
    %in2_1 = stablehlo.constant dense<[[42, -46], [-38, -9]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[[11, -45, -17, -7, -13, -8], [23, 0, 11, 32, 33, -10], [-23, 45, -38, 48, -11, -28], [21, 29, 19, 36, -13, -39]]> : tensor<4x6xi64>
    %in3_1 = stablehlo.constant dense<[[15, -8], [-43, 16]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[[-28, -26, -47, 26, -3, 39], [-38, 35, 1, -14, -11, 33], [-25, -36, 8, -25, -8, 6], [1, -44, 21, 41, -35, -16]]> : tensor<4x6xi64>
    %in4_1 = stablehlo.constant dense<[[38, 10], [-3, 26]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[[-38, 31, -35, -26, -25, -8], [-30, 41, -31, 10, -43, 13], [28, 15, -15, -3, 28, 12], [31, 25, -46, -36, 12, -33]]> : tensor<4x6xi64>
    %in5_1 = stablehlo.constant dense<[[-50, 19], [46, -34]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[[42, 27, 38, 13, 48, -47], [-18, 12, 47, 10, -6, -20], [-49, -38, -2, 24, -14, 7], [-28, -45, -34, -35, 22, 28]]> : tensor<4x6xi64>
    %in6_1 = stablehlo.constant dense<[[17, -49], [12, 43]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[[-44, 28, -24, -26, -12, 38], [-27, 20, 8, 21, 38, 15], [17, 40, 14, 1, -21, 17], [-26, 41, 28, 9, -11, 41]]> : tensor<4x6xi64>
    %in7_1 = stablehlo.constant dense<[[48, -25], [-14, -25]]> : tensor<2x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>) -> (tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>)
    check.expect_eq_const %r#0, dense<[[26, -3, 39], [-14, -11, 33], [-25, -8, 6], [41, -35, -16], [47, 0, -32], [-36, 18, -21], [-32, 44, -46], [-21, 18, 43]]> : tensor<8x3xi64>
    check.expect_eq_const %r#1, dense<[[10], [26], [-23], [-12]]> : tensor<4x1xi64>
    check.expect_eq_const %r#2, dense<[[-26, -25, -8], [10, -43, 13], [-3, 28, 12], [-36, 12, -33], [-24, 25, -39], [1, -7, -25], [-4, 26, -19], [3, 24, 34]]> : tensor<8x3xi64>
    check.expect_eq_const %r#3, dense<[[19], [-34], [-20], [-47]]> : tensor<4x1xi64>
    check.expect_eq_const %r#4, dense<[[20, -43, -44], [-24, -32, -2], [17, 6, 33], [43, -3, -26], [42, 27, 38], [-18, 12, 47], [-49, -38, -2], [-28, -45, -34]]> : tensor<8x3xi64>
    check.expect_eq_const %r#5, dense<[[42], [-38], [17], [12]]> : tensor<4x1xi64>
    check.expect_eq_const %r#6, dense<[[11, -45, -17], [23, 0, 11], [-23, 45, -38], [21, 29, 19], [-44, 28, -24], [-27, 20, 8], [17, 40, 14], [-26, 41, 28]]> : tensor<8x3xi64>
    check.expect_eq_const %r#7, dense<[[15], [-43], [48], [-14]]> : tensor<4x1xi64>
    check.expect_eq_const %r#8, dense<[[-28, -26, -47], [-38, 35, 1], [-25, -36, 8], [1, -44, 21], [-49, 10, -36], [37, -45, -33], [41, 46, -33], [34, -43, -33]]> : tensor<8x3xi64>
    check.expect_eq_const %r#9, dense<[[38], [-3], [-41], [-32]]> : tensor<4x1xi64>
    check.expect_eq_const %r#10, dense<[[-38, 31, -35], [-30, 41, -31], [28, 15, -15], [31, 25, -46], [7, 17, 2], [-35, -48, 48], [-24, -8, 0], [-24, 42, -23]]> : tensor<8x3xi64>
    check.expect_eq_const %r#11, dense<[[-50], [46], [39], [13]]> : tensor<4x1xi64>
    check.expect_eq_const %r#12, dense<[[-27, -5, -33], [-47, -39, 44], [-23, -24, 5], [-8, 32, -22], [13, 48, -47], [10, -6, -20], [24, -14, 7], [-35, 22, 28]]> : tensor<8x3xi64>
    check.expect_eq_const %r#13, dense<[[-46], [-9], [-49], [43]]> : tensor<4x1xi64>
    check.expect_eq_const %r#14, dense<[[-7, -13, -8], [32, 33, -10], [48, -11, -28], [36, -13, -39], [-26, -12, 38], [21, 38, 15], [1, -21, 17], [9, -11, 41]]> : tensor<8x3xi64>
    check.expect_eq_const %r#15, dense<[[-8], [16], [-25], [-25]]> : tensor<4x1xi64>
    return
  }
}

// -----

module @cross_replica_1_1 {
  func.func @process(%x0: tensor<4x6xi64>, %x1: tensor<2x2xi64>) -> (tensor<4x6xi64>, tensor<2x2xi64>) {
    %r:2 = "stablehlo.all_to_all"(%x0, %x1) {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x6xi64>, tensor<2x2xi64>) -> (tensor<4x6xi64>, tensor<2x2xi64>)
    return %r#0, %r#1 : tensor<4x6xi64>, tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-49, 10, -36, 47, 0, -32], [37, -45, -33, -36, 18, -21], [41, 46, -33, -32, 44, -46], [34, -43, -33, -21, 18, 43]]> : tensor<4x6xi64>
    %in0_1 = stablehlo.constant dense<[[-41, -23], [-32, -12]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[[7, 17, 2, -24, 25, -39], [-35, -48, 48, 1, -7, -25], [-24, -8, 0, -4, 26, -19], [-24, 42, -23, 3, 24, 34]]> : tensor<4x6xi64>
    %in1_1 = stablehlo.constant dense<[[39, -20], [13, -47]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[[20, -43, -44, -27, -5, -33], [-24, -32, -2, -47, -39, 44], [17, 6, 33, -23, -24, 5], [43, -3, -26, -8, 32, -22]]> : tensor<4x6xi64>
    %in2_1 = stablehlo.constant dense<[[42, -46], [-38, -9]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[[11, -45, -17, -7, -13, -8], [23, 0, 11, 32, 33, -10], [-23, 45, -38, 48, -11, -28], [21, 29, 19, 36, -13, -39]]> : tensor<4x6xi64>
    %in3_1 = stablehlo.constant dense<[[15, -8], [-43, 16]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[[-28, -26, -47, 26, -3, 39], [-38, 35, 1, -14, -11, 33], [-25, -36, 8, -25, -8, 6], [1, -44, 21, 41, -35, -16]]> : tensor<4x6xi64>
    %in4_1 = stablehlo.constant dense<[[38, 10], [-3, 26]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[[-38, 31, -35, -26, -25, -8], [-30, 41, -31, 10, -43, 13], [28, 15, -15, -3, 28, 12], [31, 25, -46, -36, 12, -33]]> : tensor<4x6xi64>
    %in5_1 = stablehlo.constant dense<[[-50, 19], [46, -34]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[[42, 27, 38, 13, 48, -47], [-18, 12, 47, 10, -6, -20], [-49, -38, -2, 24, -14, 7], [-28, -45, -34, -35, 22, 28]]> : tensor<4x6xi64>
    %in6_1 = stablehlo.constant dense<[[17, -49], [12, 43]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[[-44, 28, -24, -26, -12, 38], [-27, 20, 8, 21, 38, 15], [17, 40, 14, 1, -21, 17], [-26, 41, 28, 9, -11, 41]]> : tensor<4x6xi64>
    %in7_1 = stablehlo.constant dense<[[48, -25], [-14, -25]]> : tensor<2x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>) -> (tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[[26, -3, 39, 47, 0, -32], [-14, -11, 33, -36, 18, -21], [-25, -8, 6, -32, 44, -46], [41, -35, -16, -21, 18, 43]]> : tensor<4x6xi64>
    check.expect_eq_const %r#1, dense<[[10, -23], [26, -12]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[[-26, -25, -8, -24, 25, -39], [10, -43, 13, 1, -7, -25], [-3, 28, 12, -4, 26, -19], [-36, 12, -33, 3, 24, 34]]> : tensor<4x6xi64>
    check.expect_eq_const %r#3, dense<[[19, -20], [-34, -47]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[[20, -43, -44, 42, 27, 38], [-24, -32, -2, -18, 12, 47], [17, 6, 33, -49, -38, -2], [43, -3, -26, -28, -45, -34]]> : tensor<4x6xi64>
    check.expect_eq_const %r#5, dense<[[42, 17], [-38, 12]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[[11, -45, -17, -44, 28, -24], [23, 0, 11, -27, 20, 8], [-23, 45, -38, 17, 40, 14], [21, 29, 19, -26, 41, 28]]> : tensor<4x6xi64>
    check.expect_eq_const %r#7, dense<[[15, 48], [-43, -14]]> : tensor<2x2xi64>
    check.expect_eq_const %r#8, dense<[[-28, -26, -47, -49, 10, -36], [-38, 35, 1, 37, -45, -33], [-25, -36, 8, 41, 46, -33], [1, -44, 21, 34, -43, -33]]> : tensor<4x6xi64>
    check.expect_eq_const %r#9, dense<[[38, -41], [-3, -32]]> : tensor<2x2xi64>
    check.expect_eq_const %r#10, dense<[[-38, 31, -35, 7, 17, 2], [-30, 41, -31, -35, -48, 48], [28, 15, -15, -24, -8, 0], [31, 25, -46, -24, 42, -23]]> : tensor<4x6xi64>
    check.expect_eq_const %r#11, dense<[[-50, 39], [46, 13]]> : tensor<2x2xi64>
    check.expect_eq_const %r#12, dense<[[-27, -5, -33, 13, 48, -47], [-47, -39, 44, 10, -6, -20], [-23, -24, 5, 24, -14, 7], [-8, 32, -22, -35, 22, 28]]> : tensor<4x6xi64>
    check.expect_eq_const %r#13, dense<[[-46, -49], [-9, 43]]> : tensor<2x2xi64>
    check.expect_eq_const %r#14, dense<[[-7, -13, -8, -26, -12, 38], [32, 33, -10, 21, 38, 15], [48, -11, -28, 1, -21, 17], [36, -13, -39, 9, -11, 41]]> : tensor<4x6xi64>
    check.expect_eq_const %r#15, dense<[[-8, -25], [16, -25]]> : tensor<2x2xi64>
    return
  }
}

// -----

module @cross_partition_0_1 {
  func.func @process(%x0: tensor<4x6xi64>, %x1: tensor<2x2xi64>) -> (tensor<2x12xi64>, tensor<1x4xi64>) {
    %r:2 = "stablehlo.all_to_all"(%x0, %x1) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[3, 1], [0, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<4x6xi64>, tensor<2x2xi64>) -> (tensor<2x12xi64>, tensor<1x4xi64>)
    return %r#0, %r#1 : tensor<2x12xi64>, tensor<1x4xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-49, 10, -36, 47, 0, -32], [37, -45, -33, -36, 18, -21], [41, 46, -33, -32, 44, -46], [34, -43, -33, -21, 18, 43]]> : tensor<4x6xi64>
    %in0_1 = stablehlo.constant dense<[[-41, -23], [-32, -12]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[[7, 17, 2, -24, 25, -39], [-35, -48, 48, 1, -7, -25], [-24, -8, 0, -4, 26, -19], [-24, 42, -23, 3, 24, 34]]> : tensor<4x6xi64>
    %in1_1 = stablehlo.constant dense<[[39, -20], [13, -47]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[[20, -43, -44, -27, -5, -33], [-24, -32, -2, -47, -39, 44], [17, 6, 33, -23, -24, 5], [43, -3, -26, -8, 32, -22]]> : tensor<4x6xi64>
    %in2_1 = stablehlo.constant dense<[[42, -46], [-38, -9]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[[11, -45, -17, -7, -13, -8], [23, 0, 11, 32, 33, -10], [-23, 45, -38, 48, -11, -28], [21, 29, 19, 36, -13, -39]]> : tensor<4x6xi64>
    %in3_1 = stablehlo.constant dense<[[15, -8], [-43, 16]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[[-28, -26, -47, 26, -3, 39], [-38, 35, 1, -14, -11, 33], [-25, -36, 8, -25, -8, 6], [1, -44, 21, 41, -35, -16]]> : tensor<4x6xi64>
    %in4_1 = stablehlo.constant dense<[[38, 10], [-3, 26]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[[-38, 31, -35, -26, -25, -8], [-30, 41, -31, 10, -43, 13], [28, 15, -15, -3, 28, 12], [31, 25, -46, -36, 12, -33]]> : tensor<4x6xi64>
    %in5_1 = stablehlo.constant dense<[[-50, 19], [46, -34]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[[42, 27, 38, 13, 48, -47], [-18, 12, 47, 10, -6, -20], [-49, -38, -2, 24, -14, 7], [-28, -45, -34, -35, 22, 28]]> : tensor<4x6xi64>
    %in6_1 = stablehlo.constant dense<[[17, -49], [12, 43]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[[-44, 28, -24, -26, -12, 38], [-27, 20, 8, 21, 38, 15], [17, 40, 14, 1, -21, 17], [-26, 41, 28, 9, -11, 41]]> : tensor<4x6xi64>
    %in7_1 = stablehlo.constant dense<[[48, -25], [-14, -25]]> : tensor<2x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process, @process, @process], [@process, @process, @process, @process]]} : (tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>) -> (tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>, tensor<2x12xi64>, tensor<1x4xi64>)
    check.expect_eq_const %r#0, dense<[[-49, 10, -36, 47, 0, -32, 20, -43, -44, -27, -5, -33], [37, -45, -33, -36, 18, -21, -24, -32, -2, -47, -39, 44]]> : tensor<2x12xi64>
    check.expect_eq_const %r#1, dense<[[-41, -23, 42, -46]]> : tensor<1x4xi64>
    check.expect_eq_const %r#2, dense<[[-23, 45, -38, 48, -11, -28, -24, -8, 0, -4, 26, -19], [21, 29, 19, 36, -13, -39, -24, 42, -23, 3, 24, 34]]> : tensor<2x12xi64>
    check.expect_eq_const %r#3, dense<[[-43, 16, 13, -47]]> : tensor<1x4xi64>
    check.expect_eq_const %r#4, dense<[[41, 46, -33, -32, 44, -46, 17, 6, 33, -23, -24, 5], [34, -43, -33, -21, 18, 43, 43, -3, -26, -8, 32, -22]]> : tensor<2x12xi64>
    check.expect_eq_const %r#5, dense<[[-32, -12, -38, -9]]> : tensor<1x4xi64>
    check.expect_eq_const %r#6, dense<[[11, -45, -17, -7, -13, -8, 7, 17, 2, -24, 25, -39], [23, 0, 11, 32, 33, -10, -35, -48, 48, 1, -7, -25]]> : tensor<2x12xi64>
    check.expect_eq_const %r#7, dense<[[15, -8, 39, -20]]> : tensor<1x4xi64>
    check.expect_eq_const %r#8, dense<[[-28, -26, -47, 26, -3, 39, 42, 27, 38, 13, 48, -47], [-38, 35, 1, -14, -11, 33, -18, 12, 47, 10, -6, -20]]> : tensor<2x12xi64>
    check.expect_eq_const %r#9, dense<[[38, 10, 17, -49]]> : tensor<1x4xi64>
    check.expect_eq_const %r#10, dense<[[17, 40, 14, 1, -21, 17, 28, 15, -15, -3, 28, 12], [-26, 41, 28, 9, -11, 41, 31, 25, -46, -36, 12, -33]]> : tensor<2x12xi64>
    check.expect_eq_const %r#11, dense<[[-14, -25, 46, -34]]> : tensor<1x4xi64>
    check.expect_eq_const %r#12, dense<[[-25, -36, 8, -25, -8, 6, -49, -38, -2, 24, -14, 7], [1, -44, 21, 41, -35, -16, -28, -45, -34, -35, 22, 28]]> : tensor<2x12xi64>
    check.expect_eq_const %r#13, dense<[[-3, 26, 12, 43]]> : tensor<1x4xi64>
    check.expect_eq_const %r#14, dense<[[-44, 28, -24, -26, -12, 38, -38, 31, -35, -26, -25, -8], [-27, 20, 8, 21, 38, 15, -30, 41, -31, 10, -43, 13]]> : tensor<2x12xi64>
    check.expect_eq_const %r#15, dense<[[48, -25, -50, 19]]> : tensor<1x4xi64>
    return
  }
}

// -----

module @cross_partition_1_0 {
  func.func @process(%x0: tensor<4x6xi64>, %x1: tensor<2x2xi64>) -> (tensor<8x3xi64>, tensor<4x1xi64>) {
    %r:2 = "stablehlo.all_to_all"(%x0, %x1) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[3, 1], [0, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<4x6xi64>, tensor<2x2xi64>) -> (tensor<8x3xi64>, tensor<4x1xi64>)
    return %r#0, %r#1 : tensor<8x3xi64>, tensor<4x1xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-49, 10, -36, 47, 0, -32], [37, -45, -33, -36, 18, -21], [41, 46, -33, -32, 44, -46], [34, -43, -33, -21, 18, 43]]> : tensor<4x6xi64>
    %in0_1 = stablehlo.constant dense<[[-41, -23], [-32, -12]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[[7, 17, 2, -24, 25, -39], [-35, -48, 48, 1, -7, -25], [-24, -8, 0, -4, 26, -19], [-24, 42, -23, 3, 24, 34]]> : tensor<4x6xi64>
    %in1_1 = stablehlo.constant dense<[[39, -20], [13, -47]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[[20, -43, -44, -27, -5, -33], [-24, -32, -2, -47, -39, 44], [17, 6, 33, -23, -24, 5], [43, -3, -26, -8, 32, -22]]> : tensor<4x6xi64>
    %in2_1 = stablehlo.constant dense<[[42, -46], [-38, -9]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[[11, -45, -17, -7, -13, -8], [23, 0, 11, 32, 33, -10], [-23, 45, -38, 48, -11, -28], [21, 29, 19, 36, -13, -39]]> : tensor<4x6xi64>
    %in3_1 = stablehlo.constant dense<[[15, -8], [-43, 16]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[[-28, -26, -47, 26, -3, 39], [-38, 35, 1, -14, -11, 33], [-25, -36, 8, -25, -8, 6], [1, -44, 21, 41, -35, -16]]> : tensor<4x6xi64>
    %in4_1 = stablehlo.constant dense<[[38, 10], [-3, 26]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[[-38, 31, -35, -26, -25, -8], [-30, 41, -31, 10, -43, 13], [28, 15, -15, -3, 28, 12], [31, 25, -46, -36, 12, -33]]> : tensor<4x6xi64>
    %in5_1 = stablehlo.constant dense<[[-50, 19], [46, -34]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[[42, 27, 38, 13, 48, -47], [-18, 12, 47, 10, -6, -20], [-49, -38, -2, 24, -14, 7], [-28, -45, -34, -35, 22, 28]]> : tensor<4x6xi64>
    %in6_1 = stablehlo.constant dense<[[17, -49], [12, 43]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[[-44, 28, -24, -26, -12, 38], [-27, 20, 8, 21, 38, 15], [17, 40, 14, 1, -21, 17], [-26, 41, 28, 9, -11, 41]]> : tensor<4x6xi64>
    %in7_1 = stablehlo.constant dense<[[48, -25], [-14, -25]]> : tensor<2x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process, @process, @process], [@process, @process, @process, @process]]} : (tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>) -> (tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>, tensor<8x3xi64>, tensor<4x1xi64>)
    check.expect_eq_const %r#0, dense<[[-49, 10, -36], [37, -45, -33], [41, 46, -33], [34, -43, -33], [20, -43, -44], [-24, -32, -2], [17, 6, 33], [43, -3, -26]]> : tensor<8x3xi64>
    check.expect_eq_const %r#1, dense<[[-41], [-32], [42], [-38]]> : tensor<4x1xi64>
    check.expect_eq_const %r#2, dense<[[-7, -13, -8], [32, 33, -10], [48, -11, -28], [36, -13, -39], [-24, 25, -39], [1, -7, -25], [-4, 26, -19], [3, 24, 34]]> : tensor<8x3xi64>
    check.expect_eq_const %r#3, dense<[[-8], [16], [-20], [-47]]> : tensor<4x1xi64>
    check.expect_eq_const %r#4, dense<[[47, 0, -32], [-36, 18, -21], [-32, 44, -46], [-21, 18, 43], [-27, -5, -33], [-47, -39, 44], [-23, -24, 5], [-8, 32, -22]]> : tensor<8x3xi64>
    check.expect_eq_const %r#5, dense<[[-23], [-12], [-46], [-9]]> : tensor<4x1xi64>
    check.expect_eq_const %r#6, dense<[[11, -45, -17], [23, 0, 11], [-23, 45, -38], [21, 29, 19], [7, 17, 2], [-35, -48, 48], [-24, -8, 0], [-24, 42, -23]]> : tensor<8x3xi64>
    check.expect_eq_const %r#7, dense<[[15], [-43], [39], [13]]> : tensor<4x1xi64>
    check.expect_eq_const %r#8, dense<[[-28, -26, -47], [-38, 35, 1], [-25, -36, 8], [1, -44, 21], [42, 27, 38], [-18, 12, 47], [-49, -38, -2], [-28, -45, -34]]> : tensor<8x3xi64>
    check.expect_eq_const %r#9, dense<[[38], [-3], [17], [12]]> : tensor<4x1xi64>
    check.expect_eq_const %r#10, dense<[[-26, -12, 38], [21, 38, 15], [1, -21, 17], [9, -11, 41], [-26, -25, -8], [10, -43, 13], [-3, 28, 12], [-36, 12, -33]]> : tensor<8x3xi64>
    check.expect_eq_const %r#11, dense<[[-25], [-25], [19], [-34]]> : tensor<4x1xi64>
    check.expect_eq_const %r#12, dense<[[26, -3, 39], [-14, -11, 33], [-25, -8, 6], [41, -35, -16], [13, 48, -47], [10, -6, -20], [24, -14, 7], [-35, 22, 28]]> : tensor<8x3xi64>
    check.expect_eq_const %r#13, dense<[[10], [26], [-49], [43]]> : tensor<4x1xi64>
    check.expect_eq_const %r#14, dense<[[-44, 28, -24], [-27, 20, 8], [17, 40, 14], [-26, 41, 28], [-38, 31, -35], [-30, 41, -31], [28, 15, -15], [31, 25, -46]]> : tensor<8x3xi64>
    check.expect_eq_const %r#15, dense<[[48], [-14], [-50], [46]]> : tensor<4x1xi64>
    return
  }
}

// -----

module @cross_partition_1_1 {
  func.func @process(%x0: tensor<4x6xi64>, %x1: tensor<2x2xi64>) -> (tensor<4x6xi64>, tensor<2x2xi64>) {
    %r:2 = "stablehlo.all_to_all"(%x0, %x1) {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[3, 1], [0, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<4x6xi64>, tensor<2x2xi64>) -> (tensor<4x6xi64>, tensor<2x2xi64>)
    return %r#0, %r#1 : tensor<4x6xi64>, tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-49, 10, -36, 47, 0, -32], [37, -45, -33, -36, 18, -21], [41, 46, -33, -32, 44, -46], [34, -43, -33, -21, 18, 43]]> : tensor<4x6xi64>
    %in0_1 = stablehlo.constant dense<[[-41, -23], [-32, -12]]> : tensor<2x2xi64>
    %in1_0 = stablehlo.constant dense<[[7, 17, 2, -24, 25, -39], [-35, -48, 48, 1, -7, -25], [-24, -8, 0, -4, 26, -19], [-24, 42, -23, 3, 24, 34]]> : tensor<4x6xi64>
    %in1_1 = stablehlo.constant dense<[[39, -20], [13, -47]]> : tensor<2x2xi64>
    %in2_0 = stablehlo.constant dense<[[20, -43, -44, -27, -5, -33], [-24, -32, -2, -47, -39, 44], [17, 6, 33, -23, -24, 5], [43, -3, -26, -8, 32, -22]]> : tensor<4x6xi64>
    %in2_1 = stablehlo.constant dense<[[42, -46], [-38, -9]]> : tensor<2x2xi64>
    %in3_0 = stablehlo.constant dense<[[11, -45, -17, -7, -13, -8], [23, 0, 11, 32, 33, -10], [-23, 45, -38, 48, -11, -28], [21, 29, 19, 36, -13, -39]]> : tensor<4x6xi64>
    %in3_1 = stablehlo.constant dense<[[15, -8], [-43, 16]]> : tensor<2x2xi64>
    %in4_0 = stablehlo.constant dense<[[-28, -26, -47, 26, -3, 39], [-38, 35, 1, -14, -11, 33], [-25, -36, 8, -25, -8, 6], [1, -44, 21, 41, -35, -16]]> : tensor<4x6xi64>
    %in4_1 = stablehlo.constant dense<[[38, 10], [-3, 26]]> : tensor<2x2xi64>
    %in5_0 = stablehlo.constant dense<[[-38, 31, -35, -26, -25, -8], [-30, 41, -31, 10, -43, 13], [28, 15, -15, -3, 28, 12], [31, 25, -46, -36, 12, -33]]> : tensor<4x6xi64>
    %in5_1 = stablehlo.constant dense<[[-50, 19], [46, -34]]> : tensor<2x2xi64>
    %in6_0 = stablehlo.constant dense<[[42, 27, 38, 13, 48, -47], [-18, 12, 47, 10, -6, -20], [-49, -38, -2, 24, -14, 7], [-28, -45, -34, -35, 22, 28]]> : tensor<4x6xi64>
    %in6_1 = stablehlo.constant dense<[[17, -49], [12, 43]]> : tensor<2x2xi64>
    %in7_0 = stablehlo.constant dense<[[-44, 28, -24, -26, -12, 38], [-27, 20, 8, 21, 38, 15], [17, 40, 14, 1, -21, 17], [-26, 41, 28, 9, -11, 41]]> : tensor<4x6xi64>
    %in7_1 = stablehlo.constant dense<[[48, -25], [-14, -25]]> : tensor<2x2xi64>
    %r:16 = "interpreter.run_parallel"(%in0_0, %in0_1, %in1_0, %in1_1, %in2_0, %in2_1, %in3_0, %in3_1, %in4_0, %in4_1, %in5_0, %in5_1, %in6_0, %in6_1, %in7_0, %in7_1) {programs = [[@process, @process, @process, @process], [@process, @process, @process, @process]]} : (tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>) -> (tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>, tensor<4x6xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[[-49, 10, -36, 20, -43, -44], [37, -45, -33, -24, -32, -2], [41, 46, -33, 17, 6, 33], [34, -43, -33, 43, -3, -26]]> : tensor<4x6xi64>
    check.expect_eq_const %r#1, dense<[[-41, 42], [-32, -38]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[[-7, -13, -8, -24, 25, -39], [32, 33, -10, 1, -7, -25], [48, -11, -28, -4, 26, -19], [36, -13, -39, 3, 24, 34]]> : tensor<4x6xi64>
    check.expect_eq_const %r#3, dense<[[-8, -20], [16, -47]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[[47, 0, -32, -27, -5, -33], [-36, 18, -21, -47, -39, 44], [-32, 44, -46, -23, -24, 5], [-21, 18, 43, -8, 32, -22]]> : tensor<4x6xi64>
    check.expect_eq_const %r#5, dense<[[-23, -46], [-12, -9]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[[11, -45, -17, 7, 17, 2], [23, 0, 11, -35, -48, 48], [-23, 45, -38, -24, -8, 0], [21, 29, 19, -24, 42, -23]]> : tensor<4x6xi64>
    check.expect_eq_const %r#7, dense<[[15, 39], [-43, 13]]> : tensor<2x2xi64>
    check.expect_eq_const %r#8, dense<[[-28, -26, -47, 42, 27, 38], [-38, 35, 1, -18, 12, 47], [-25, -36, 8, -49, -38, -2], [1, -44, 21, -28, -45, -34]]> : tensor<4x6xi64>
    check.expect_eq_const %r#9, dense<[[38, 17], [-3, 12]]> : tensor<2x2xi64>
    check.expect_eq_const %r#10, dense<[[-26, -12, 38, -26, -25, -8], [21, 38, 15, 10, -43, 13], [1, -21, 17, -3, 28, 12], [9, -11, 41, -36, 12, -33]]> : tensor<4x6xi64>
    check.expect_eq_const %r#11, dense<[[-25, 19], [-25, -34]]> : tensor<2x2xi64>
    check.expect_eq_const %r#12, dense<[[26, -3, 39, 13, 48, -47], [-14, -11, 33, 10, -6, -20], [-25, -8, 6, 24, -14, 7], [41, -35, -16, -35, 22, 28]]> : tensor<4x6xi64>
    check.expect_eq_const %r#13, dense<[[10, -49], [26, 43]]> : tensor<2x2xi64>
    check.expect_eq_const %r#14, dense<[[-44, 28, -24, -38, 31, -35], [-27, 20, 8, -30, 41, -31], [17, 40, 14, 28, 15, -15], [-26, 41, 28, 31, 25, -46]]> : tensor<4x6xi64>
    check.expect_eq_const %r#15, dense<[[48, -50], [-14, 46]]> : tensor<2x2xi64>
    return
  }
}
