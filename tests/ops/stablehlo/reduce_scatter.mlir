// reduce_scatter: every grouping of the specification; values by its definitions, worked out in Python.

module @cross_replica_dim_0 {
  func.func @process(%x0: tensor<4x3xi64>) -> (tensor<2x3xi64>) {
    %r = "stablehlo.reduce_scatter"(%x0) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %d = stablehlo.add %a, %a : tensor<i64>
      %s = stablehlo.add %d, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x3xi64>) -> tensor<2x3xi64>
    return %r : tensor<2x3xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-29, 3, 38], [3, 31, -14], [11, -23, 10], [15, -27, 14]]> : tensor<4x3xi64>
    %in1_0 = stablehlo.constant dense<[[17, -20, -50], [-49, -3, 24], [4, -42, -32], [46, -21, -21]]> : tensor<4x3xi64>
    %in2_0 = stablehlo.constant dense<[[38, -45, 5], [44, 48, 2], [28, 6, -46], [-8, 19, 13]]> : tensor<4x3xi64>
    %in3_0 = stablehlo.constant dense<[[38, -36, 33], [-3, -48, -31], [44, -39, -35], [-48, 8, -30]]> : tensor<4x3xi64>
    %in4_0 = stablehlo.constant dense<[[20, 43, -7], [1, 12, -31], [-27, 35, -46], [10, -20, -41]]> : tensor<4x3xi64>
    %in5_0 = stablehlo.constant dense<[[49, -25, -24], [36, 34, 46], [47, 24, 43], [-41, -35, 21]]> : tensor<4x3xi64>
    %in6_0 = stablehlo.constant dense<[[10, 21, -1], [-25, -7, -32], [18, 2, -13], [-4, 7, 14]]> : tensor<4x3xi64>
    %in7_0 = stablehlo.constant dense<[[-1, -10, 12], [-1, -16, -47], [-39, -30, 41], [41, 13, -50]]> : tensor<4x3xi64>
    %r:8 = "interpreter.run_parallel"(%in0_0, %in1_0, %in2_0, %in3_0, %in4_0, %in5_0, %in6_0, %in7_0) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>)
    check.expect_eq_const %r#0, dense<[[-43, 47, -82], [35, -67, -68]]> : tensor<2x3xi64>
    check.expect_eq_const %r#1, dense<[[98, 6, 54], [-36, -91, 21]]> : tensor<2x3xi64>
    check.expect_eq_const %r#2, dense<[[86, -69, 9], [63, 89, -28]]> : tensor<2x3xi64>
    check.expect_eq_const %r#3, dense<[[75, -82, 78], [-7, -112, -109]]> : tensor<2x3xi64>
    check.expect_eq_const %r#4, dense<[[11, 89, 24], [5, 55, -76]]> : tensor<2x3xi64>
    check.expect_eq_const %r#5, dense<[[115, -70, -98], [23, 65, 116]]> : tensor<2x3xi64>
    check.expect_eq_const %r#6, dense<[[74, 14, -105], [-20, 45, 40]]> : tensor<2x3xi64>
    check.expect_eq_const %r#7, dense<[[49, -108, -29], [-55, 29, -110]]> : tensor<2x3xi64>
    return
  }
}

// -----

module @cross_replica_dim_1 {
  func.func @process(%x0: tensor<2x4xi64>) -> (tensor<2x2xi64>) {
    %r = "stablehlo.reduce_scatter"(%x0) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %d = stablehlo.add %a, %a : tensor<i64>
      %s = stablehlo.add %d, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {scatter_dimension = 1 : i64, replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2x4xi64>) -> tensor<2x2xi64>
    return %r : tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-33, -19, -47, 28], [7, -27, 39, -35]]> : tensor<2x4xi64>
    %in1_0 = stablehlo.constant dense<[[44, 33, -6, -40], [-21, -16, -44, -10]]> : tensor<2x4xi64>
    %in2_0 = stablehlo.constant dense<[[26, -28, 20, 37], [43, 5, 40, -44]]> : tensor<2x4xi64>
    %in3_0 = stablehlo.constant dense<[[23, -48, 25, -17], [-11, 3, -26, -27]]> : tensor<2x4xi64>
    %in4_0 = stablehlo.constant dense<[[-36, 24, 17, 43], [49, 22, -43, 39]]> : tensor<2x4xi64>
    %in5_0 = stablehlo.constant dense<[[-9, 28, -8, -17], [-27, 0, -11, 49]]> : tensor<2x4xi64>
    %in6_0 = stablehlo.constant dense<[[33, 15, -32, -15], [-16, 35, 38, -27]]> : tensor<2x4xi64>
    %in7_0 = stablehlo.constant dense<[[5, -44, -7, 18], [-46, 3, -18, 14]]> : tensor<2x4xi64>
    %r:8 = "interpreter.run_parallel"(%in0_0, %in1_0, %in2_0, %in3_0, %in4_0, %in5_0, %in6_0, %in7_0) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[[-13, 114], [-47, 43]]> : tensor<2x2xi64>
    check.expect_eq_const %r#1, dense<[[-22, -74], [-66, 88]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[[85, -41], [70, 45]]> : tensor<2x2xi64>
    check.expect_eq_const %r#3, dense<[[51, -140], [-68, 9]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[[-105, 29], [105, 17]]> : tensor<2x2xi64>
    check.expect_eq_const %r#5, dense<[[26, 89], [-75, -16]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[[8, 59], [118, -115]]> : tensor<2x2xi64>
    check.expect_eq_const %r#7, dense<[[43, -16], [-70, -40]]> : tensor<2x2xi64>
    return
  }
}

// -----

module @cross_replica_and_partition_dim_0 {
  func.func @process(%x0: tensor<8x3xi64>) -> (tensor<2x3xi64>) {
    %r = "stablehlo.reduce_scatter"(%x0) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %d = stablehlo.add %a, %a : tensor<i64>
      %s = stablehlo.add %d, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<8x3xi64>) -> tensor<2x3xi64>
    return %r : tensor<2x3xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-29, 3, 38], [3, 31, -14], [11, -23, 10], [15, -27, 14], [17, -20, -50], [-49, -3, 24], [4, -42, -32], [46, -21, -21]]> : tensor<8x3xi64>
    %in1_0 = stablehlo.constant dense<[[38, -45, 5], [44, 48, 2], [28, 6, -46], [-8, 19, 13], [38, -36, 33], [-3, -48, -31], [44, -39, -35], [-48, 8, -30]]> : tensor<8x3xi64>
    %in2_0 = stablehlo.constant dense<[[20, 43, -7], [1, 12, -31], [-27, 35, -46], [10, -20, -41], [49, -25, -24], [36, 34, 46], [47, 24, 43], [-41, -35, 21]]> : tensor<8x3xi64>
    %in3_0 = stablehlo.constant dense<[[10, 21, -1], [-25, -7, -32], [18, 2, -13], [-4, 7, 14], [-1, -10, 12], [-1, -16, -47], [-39, -30, 41], [41, 13, -50]]> : tensor<8x3xi64>
    %in4_0 = stablehlo.constant dense<[[12, -42, 20], [26, 45, 16], [-22, 23, 27], [-10, 21, 29], [-36, -27, 35], [-29, 30, -6], [-8, -6, 47], [26, -11, -19]]> : tensor<8x3xi64>
    %in5_0 = stablehlo.constant dense<[[-37, -29, -42], [-28, 49, 4], [-3, -30, 37], [-46, 36, 16], [34, -20, 2], [-30, 44, 25], [-49, -6, 12], [14, -2, 35]]> : tensor<8x3xi64>
    %in6_0 = stablehlo.constant dense<[[-19, -19, -30], [21, -42, 6], [2, 49, 44], [11, -43, -14], [-44, -17, 34], [-13, -46, 3], [-19, -29, 0], [-42, -7, 32]]> : tensor<8x3xi64>
    %in7_0 = stablehlo.constant dense<[[-32, -31, 45], [43, 11, -44], [-18, -33, 33], [17, 43, 11], [-47, -23, -4], [-31, -3, 26], [48, 4, 12], [24, 11, -11]]> : tensor<8x3xi64>
    %r:8 = "interpreter.run_parallel"(%in0_0, %in1_0, %in2_0, %in3_0, %in4_0, %in5_0, %in6_0, %in7_0) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<8x3xi64>, tensor<8x3xi64>, tensor<8x3xi64>, tensor<8x3xi64>, tensor<8x3xi64>, tensor<8x3xi64>, tensor<8x3xi64>, tensor<8x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>)
    check.expect_eq_const %r#0, dense<[[52, 240, 412], [174, -347, -21]]> : tensor<2x3xi64>
    check.expect_eq_const %r#1, dense<[[4, -431, -139], [-152, -110, 120]]> : tensor<2x3xi64>
    check.expect_eq_const %r#2, dense<[[191, 189, -20], [34, 311, -244]]> : tensor<2x3xi64>
    check.expect_eq_const %r#3, dense<[[280, -348, -26], [140, 404, 275]]> : tensor<2x3xi64>
    check.expect_eq_const %r#4, dense<[[-271, 346, -249], [-14, -26, -168]]> : tensor<2x3xi64>
    check.expect_eq_const %r#5, dense<[[217, 102, 626], [-128, -300, 27]]> : tensor<2x3xi64>
    check.expect_eq_const %r#6, dense<[[-294, -247, 7], [310, -142, -94]]> : tensor<2x3xi64>
    check.expect_eq_const %r#7, dense<[[-340, -298, 97], [-365, -434, 141]]> : tensor<2x3xi64>
    return
  }
}

// -----

module @cross_replica_and_partition_dim_1 {
  func.func @process(%x0: tensor<2x8xi64>) -> (tensor<2x2xi64>) {
    %r = "stablehlo.reduce_scatter"(%x0) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %d = stablehlo.add %a, %a : tensor<i64>
      %s = stablehlo.add %d, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {scatter_dimension = 1 : i64, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2x8xi64>) -> tensor<2x2xi64>
    return %r : tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-33, -19, -47, 28, 7, -27, 39, -35], [44, 33, -6, -40, -21, -16, -44, -10]]> : tensor<2x8xi64>
    %in1_0 = stablehlo.constant dense<[[26, -28, 20, 37, 43, 5, 40, -44], [23, -48, 25, -17, -11, 3, -26, -27]]> : tensor<2x8xi64>
    %in2_0 = stablehlo.constant dense<[[-36, 24, 17, 43, 49, 22, -43, 39], [-9, 28, -8, -17, -27, 0, -11, 49]]> : tensor<2x8xi64>
    %in3_0 = stablehlo.constant dense<[[33, 15, -32, -15, -16, 35, 38, -27], [5, -44, -7, 18, -46, 3, -18, 14]]> : tensor<2x8xi64>
    %in4_0 = stablehlo.constant dense<[[-14, 16, 2, 0, 34, -27, -11, 22], [-3, 0, 24, -47, -12, 23, 26, 21]]> : tensor<2x8xi64>
    %in5_0 = stablehlo.constant dense<[[19, 17, 5, 46, 36, 17, 4, -39], [-39, 6, -5, -38, 5, 49, 1, -43]]> : tensor<2x8xi64>
    %in6_0 = stablehlo.constant dense<[[-25, 15, -20, 1, -50, -38, 8, -26], [-29, -47, 19, -2, -6, -28, -8, -5]]> : tensor<2x8xi64>
    %in7_0 = stablehlo.constant dense<[[30, -26, 6, -46, -42, 18, -33, 49], [32, 44, -25, 33, 38, -38, -44, -26]]> : tensor<2x8xi64>
    %r:8 = "interpreter.run_parallel"(%in0_0, %in1_0, %in2_0, %in3_0, %in4_0, %in5_0, %in6_0, %in7_0) {programs = [[@process, @process], [@process, @process], [@process, @process], [@process, @process]]} : (tensor<2x8xi64>, tensor<2x8xi64>, tensor<2x8xi64>, tensor<2x8xi64>, tensor<2x8xi64>, tensor<2x8xi64>, tensor<2x8xi64>, tensor<2x8xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[[-316, 65], [103, -127]]> : tensor<2x2xi64>
    check.expect_eq_const %r#1, dense<[[194, -294], [-354, -159]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[[-259, 303], [-113, 142]]> : tensor<2x2xi64>
    check.expect_eq_const %r#3, dense<[[532, 155], [-351, 147]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[[85, 360], [13, -326]]> : tensor<2x2xi64>
    check.expect_eq_const %r#5, dense<[[-308, 307], [-19, 461]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[[-246, -36], [31, -204]]> : tensor<2x2xi64>
    check.expect_eq_const %r#7, dense<[[-413, -371], [-67, -361]]> : tensor<2x2xi64>
    return
  }
}

// -----

module @flattened_ids_dim_0 {
  func.func @process(%x0: tensor<8x3xi64>) -> (tensor<2x3xi64>) {
    %r = "stablehlo.reduce_scatter"(%x0) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %d = stablehlo.add %a, %a : tensor<i64>
      %s = stablehlo.add %d, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[5, 0, 7, 2], [1, 3, 4, 6]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<8x3xi64>) -> tensor<2x3xi64>
    return %r : tensor<2x3xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-29, 3, 38], [3, 31, -14], [11, -23, 10], [15, -27, 14], [17, -20, -50], [-49, -3, 24], [4, -42, -32], [46, -21, -21]]> : tensor<8x3xi64>
    %in1_0 = stablehlo.constant dense<[[38, -45, 5], [44, 48, 2], [28, 6, -46], [-8, 19, 13], [38, -36, 33], [-3, -48, -31], [44, -39, -35], [-48, 8, -30]]> : tensor<8x3xi64>
    %in2_0 = stablehlo.constant dense<[[20, 43, -7], [1, 12, -31], [-27, 35, -46], [10, -20, -41], [49, -25, -24], [36, 34, 46], [47, 24, 43], [-41, -35, 21]]> : tensor<8x3xi64>
    %in3_0 = stablehlo.constant dense<[[10, 21, -1], [-25, -7, -32], [18, 2, -13], [-4, 7, 14], [-1, -10, 12], [-1, -16, -47], [-39, -30, 41], [41, 13, -50]]> : tensor<8x3xi64>
    %in4_0 = stablehlo.constant dense<[[12, -42, 20], [26, 45, 16], [-22, 23, 27], [-10, 21, 29], [-36, -27, 35], [-29, 30, -6], [-8, -6, 47], [26, -11, -19]]> : tensor<8x3xi64>
    %in5_0 = stablehlo.constant dense<[[-37, -29, -42], [-28, 49, 4], [-3, -30, 37], [-46, 36, 16], [34, -20, 2], [-30, 44, 25], [-49, -6, 12], [14, -2, 35]]> : tensor<8x3xi64>
    %in6_0 = stablehlo.constant dense<[[-19, -19, -30], [21, -42, 6], [2, 49, 44], [11, -43, -14], [-44, -17, 34], [-13, -46, 3], [-19, -29, 0], [-42, -7, 32]]> : tensor<8x3xi64>
    %in7_0 = stablehlo.constant dense<[[-32, -31, 45], [43, 11, -44], [-18, -33, 33], [17, 43, 11], [-47, -23, -4], [-31, -3, 26], [48, 4, 12], [24, 11, -11]]> : tensor<8x3xi64>
    %r:8 = "interpreter.run_parallel"(%in0_0, %in1_0, %in2_0, %in3_0, %in4_0, %in5_0, %in6_0, %in7_0) {programs = [[@process, @process, @process, @process], [@process, @process, @process, @process]]} : (tensor<8x3xi64>, tensor<8x3xi64>, tensor<8x3xi64>, tensor<8x3xi64>, tensor<8x3xi64>, tensor<8x3xi64>, tensor<8x3xi64>, tensor<8x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>)
    check.expect_eq_const %r#0, dense<[[-43, -363, 356], [-264, 246, 165]]> : tensor<2x3xi64>
    check.expect_eq_const %r#1, dense<[[349, -379, 46], [325, 404, -74]]> : tensor<2x3xi64>
    check.expect_eq_const %r#2, dense<[[-233, -184, 35], [303, -113, 195]]> : tensor<2x3xi64>
    check.expect_eq_const %r#3, dense<[[254, 151, -322], [-89, 179, 204]]> : tensor<2x3xi64>
    check.expect_eq_const %r#4, dense<[[184, -399, 416], [-99, -434, -445]]> : tensor<2x3xi64>
    check.expect_eq_const %r#5, dense<[[-456, -239, -101], [-125, 550, -143]]> : tensor<2x3xi64>
    check.expect_eq_const %r#6, dense<[[161, -473, -22], [-210, 87, -446]]> : tensor<2x3xi64>
    check.expect_eq_const %r#7, dense<[[295, -311, -216], [-462, 368, 394]]> : tensor<2x3xi64>
    return
  }
}

// -----

module @flattened_ids_dim_1 {
  func.func @process(%x0: tensor<2x8xi64>) -> (tensor<2x2xi64>) {
    %r = "stablehlo.reduce_scatter"(%x0) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %d = stablehlo.add %a, %a : tensor<i64>
      %s = stablehlo.add %d, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {scatter_dimension = 1 : i64, replica_groups = dense<[[5, 0, 7, 2], [1, 3, 4, 6]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<2x8xi64>) -> tensor<2x2xi64>
    return %r : tensor<2x2xi64>
  }
  func.func @main() {
    %in0_0 = stablehlo.constant dense<[[-33, -19, -47, 28, 7, -27, 39, -35], [44, 33, -6, -40, -21, -16, -44, -10]]> : tensor<2x8xi64>
    %in1_0 = stablehlo.constant dense<[[26, -28, 20, 37, 43, 5, 40, -44], [23, -48, 25, -17, -11, 3, -26, -27]]> : tensor<2x8xi64>
    %in2_0 = stablehlo.constant dense<[[-36, 24, 17, 43, 49, 22, -43, 39], [-9, 28, -8, -17, -27, 0, -11, 49]]> : tensor<2x8xi64>
    %in3_0 = stablehlo.constant dense<[[33, 15, -32, -15, -16, 35, 38, -27], [5, -44, -7, 18, -46, 3, -18, 14]]> : tensor<2x8xi64>
    %in4_0 = stablehlo.constant dense<[[-14, 16, 2, 0, 34, -27, -11, 22], [-3, 0, 24, -47, -12, 23, 26, 21]]> : tensor<2x8xi64>
    %in5_0 = stablehlo.constant dense<[[19, 17, 5, 46, 36, 17, 4, -39], [-39, 6, -5, -38, 5, 49, 1, -43]]> : tensor<2x8xi64>
    %in6_0 = stablehlo.constant dense<[[-25, 15, -20, 1, -50, -38, 8, -26], [-29, -47, 19, -2, -6, -28, -8, -5]]> : tensor<2x8xi64>
    %in7_0 = stablehlo.constant dense<[[30, -26, 6, -46, -42, 18, -33, 49], [32, 44, -25, 33, 38, -38, -44, -26]]> : tensor<2x8xi64>
    %r:8 = "interpreter.run_parallel"(%in0_0, %in1_0, %in2_0, %in3_0, %in4_0, %in5_0, %in6_0, %in7_0) {programs = [[@process, @process, @process, @process], [@process, @process, @process, @process]]} : (tensor<2x8xi64>, tensor<2x8xi64>, tensor<2x8xi64>, tensor<2x8xi64>, tensor<2x8xi64>, tensor<2x8xi64>, tensor<2x8xi64>, tensor<2x8xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
    check.expect_eq_const %r#0, dense<[[-119, 431], [-122, -415]]> : tensor<2x2xi64>
    check.expect_eq_const %r#1, dense<[[287, -117], [169, -607]]> : tensor<2x2xi64>
    check.expect_eq_const %r#2, dense<[[79, -315], [-267, -387]]> : tensor<2x2xi64>
    check.expect_eq_const %r#3, dense<[[16, 237], [239, -160]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[[298, 88], [-302, 54]]> : tensor<2x2xi64>
    check.expect_eq_const %r#5, dense<[[44, 32], [-81, 296]]> : tensor<2x2xi64>
    check.expect_eq_const %r#6, dense<[[458, -442], [-236, -123]]> : tensor<2x2xi64>
    check.expect_eq_const %r#7, dense<[[281, 86], [5, 252]]> : tensor<2x2xi64>
    return
  }
}
