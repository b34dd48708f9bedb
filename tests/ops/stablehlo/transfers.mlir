// infeed, outfeed, send, recv, tokens, futures, ids (StableHLO spec, the sections of those names).

module @infeed {
  func.func @first() -> tensor<2x2xi64> {
    %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    return %0 : tensor<2x2xi64>
  }
  func.func @second() -> tensor<2x2xi64> {
    %0 = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
    return %0 : tensor<2x2xi64>
  }
  func.func @process(%token: !stablehlo.token) -> (tensor<2x2xi64>, tensor<2x2xi64>, !stablehlo.token) {
    %a:2 = "stablehlo.infeed"(%token) {infeed_config = "", layout = [[0, 1]]} : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
    %b:2 = "stablehlo.recv"(%a#1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}
        : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
    %t = "stablehlo.outfeed"(%a#0, %b#1) {outfeed_config = ""} : (tensor<2x2xi64>, !stablehlo.token) -> !stablehlo.token
    %u = "stablehlo.send"(%b#0, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}
        : (tensor<2x2xi64>, !stablehlo.token) -> !stablehlo.token
    return %a#0, %b#0, %u : tensor<2x2xi64>, tensor<2x2xi64>, !stablehlo.token
  }
  func.func @main() {
    %t = stablehlo.create_token : !stablehlo.token
    %r:6 = "interpreter.run_parallel"(%t, %t) {infeed = [@first, @second], programs = [[@process, @process]]}
        : (!stablehlo.token, !stablehlo.token) -> (tensor<2x2xi64>, tensor<2x2xi64>, !stablehlo.token, tensor<2x2xi64>, tensor<2x2xi64>, !stablehlo.token)
    %u = stablehlo.after_all %r#2, %r#5 : !stablehlo.token
    %v, %w = stablehlo.optimization_barrier %u, %r#0 : !stablehlo.token, tensor<2x2xi64>
    check.expect_eq_const %w, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    check.expect_eq_const %r#1, dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
    check.expect_eq_const %r#3, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    check.expect_eq_const %r#4, dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
    return
  }
}

// -----

// One program: 0 sends to 1, 1 to 2; nobody sends to 0.
module @pairs {
  func.func @process(%x: tensor<2xf32>) -> tensor<2xf32> {
    %t = stablehlo.create_token : !stablehlo.token
    %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false,
        source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    %r:2 = "stablehlo.recv"(%u) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false,
        source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    return %r#0 : tensor<2xf32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
    %c = stablehlo.constant dense<[5.0, 6.0]> : tensor<2xf32>
    %r:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@process], [@process], [@process]]}
        : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %r#0, dense<0.0> : tensor<2xf32>
    check.expect_eq_const %r#1, dense<[1.0, 2.0]> : tensor<2xf32>
    check.expect_eq_const %r#2, dense<[3.0, 4.0]> : tensor<2xf32>
    // As partitions.
    %s:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@process, @process, @process]]}
        : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    check.expect_eq %s#1, %r#1 : tensor<2xf32>
    check.expect_eq %s#2, %r#2 : tensor<2xf32>
    return
  }
}

// -----

// Two programs and two channels, read in the other order than they are written.
module @programs {
  func.func @sends(%x: tensor<2xi32>, %y: tensor<3xi8>) -> tensor<ui32> {
    %t = stablehlo.create_token : !stablehlo.token
    %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
    %v = "stablehlo.send"(%y, %x, %u) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}
        : (tensor<3xi8>, tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
    %id = stablehlo.partition_id : tensor<ui32>
    return %id : tensor<ui32>
  }
  func.func @receives() -> (tensor<2xi32>, tensor<3xi8>, tensor<2xi32>, tensor<ui32>) {
    %t = stablehlo.create_token : !stablehlo.token
    %y:3 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}
        : (!stablehlo.token) -> (tensor<3xi8>, tensor<2xi32>, !stablehlo.token)
    %x:2 = "stablehlo.recv"(%y#2) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    %id = stablehlo.partition_id : tensor<ui32>
    return %x#0, %y#0, %y#1, %id : tensor<2xi32>, tensor<3xi8>, tensor<2xi32>, tensor<ui32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
    %y = stablehlo.constant dense<[3, 4, 5]> : tensor<3xi8>
    %r:5 = "interpreter.run_parallel"(%x, %y) {programs = [[@sends, @receives]]}
        : (tensor<2xi32>, tensor<3xi8>) -> (tensor<ui32>, tensor<2xi32>, tensor<3xi8>, tensor<2xi32>, tensor<ui32>)
    check.expect_eq_const %r#0, dense<0> : tensor<ui32>
    check.expect_eq %r#1, %x : tensor<2xi32>
    check.expect_eq %r#2, %y : tensor<3xi8>
    check.expect_eq %r#3, %x : tensor<2xi32>
    check.expect_eq_const %r#4, dense<1> : tensor<ui32>
    return
  }
}

// -----

// Each process has a program of its own: the first receives over channel 1 before the second sends, whatever processes the pairs
// name, and answers over channel 2.
module @channels {
  func.func @asks() -> tensor<2xf32> {
    %t = stablehlo.create_token : !stablehlo.token
    %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %y = stablehlo.add %r#0, %r#0 : tensor<2xf32>
    %u = "stablehlo.send"(%y, %r#1) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>,
        source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    return %y : tensor<2xf32>
  }
  func.func @gives(%x: tensor<2xf32>) -> tensor<2xf32> {
    %t = stablehlo.create_token : !stablehlo.token
    %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    %r:2 = "stablehlo.recv"(%u) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>,
        source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    return %r#0 : tensor<2xf32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %r:2 = "interpreter.run_parallel"(%x) {programs = [[@asks], [@gives]]} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %r#0, dense<[2.0, 4.0]> : tensor<2xf32>
    check.expect_eq_const %r#1, dense<[2.0, 4.0]> : tensor<2xf32>
    return
  }
}

// -----

module @ids {
  func.func @process() -> (tensor<ui32>, tensor<ui32>) {
    %r = stablehlo.replica_id : tensor<ui32>
    %p = "stablehlo.partition_id"() : () -> tensor<ui32>
    return %r, %p : tensor<ui32>, tensor<ui32>
  }
  func.func @main() {
    %r:8 = "interpreter.run_parallel"() {programs = [[@process, @process], [@process, @process]]}
        : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
    check.expect_eq_const %r#0, dense<0> : tensor<ui32>
    check.expect_eq_const %r#1, dense<0> : tensor<ui32>
    check.expect_eq_const %r#2, dense<0> : tensor<ui32>
    check.expect_eq_const %r#3, dense<1> : tensor<ui32>
    check.expect_eq_const %r#4, dense<1> : tensor<ui32>
    check.expect_eq_const %r#5, dense<0> : tensor<ui32>
    check.expect_eq_const %r#6, dense<1> : tensor<ui32>
    check.expect_eq_const %r#7, dense<1> : tensor<ui32>
    return
  }
}

// -----

module @futures {
  func.func @process(%x: tensor<1x2xf32>) -> (tensor<2x2xf32>, tensor<1x1xf32>) {
    %0 = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<1x2xf32>):
      %g = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
          : (tensor<1x2xf32>) -> tensor<2x2xf32>
      stablehlo.return %g : tensor<2x2xf32>
    }) : (tensor<1x2xf32>) -> !stablehlo.future<tensor<2x2xf32>>
    %1 = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<1x2xf32>):
      %s = stablehlo.slice %a [0:1, 1:2] : (tensor<1x2xf32>) -> tensor<1x1xf32>
      stablehlo.return %s : tensor<1x1xf32>
    }) : (tensor<1x2xf32>) -> !stablehlo.future<tensor<1x1xf32>>
    %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2x2xf32>>) -> tensor<2x2xf32>
    %3 = "stablehlo.async_done"(%1) : (!stablehlo.future<tensor<1x1xf32>>) -> tensor<1x1xf32>
    return %2, %3 : tensor<2x2xf32>, tensor<1x1xf32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
    %b = stablehlo.constant dense<[[3.0, 4.0]]> : tensor<1x2xf32>
    %r:4 = "interpreter.run_parallel"(%a, %b) {programs = [[@process], [@process]]}
        : (tensor<1x2xf32>, tensor<1x2xf32>) -> (tensor<2x2xf32>, tensor<1x1xf32>, tensor<2x2xf32>, tensor<1x1xf32>)
    check.expect_eq_const %r#0, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
    check.expect_eq_const %r#1, dense<2.0> : tensor<1x1xf32>
    check.expect_eq_const %r#2, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
    check.expect_eq_const %r#3, dense<4.0> : tensor<1x1xf32>
    return
  }
}
