// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @batch_norm_grad() {
  %x = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %gradient = stablehlo.constant dense<[[[0.125, 0.125], [0.125, 0.125]], [[0.125, 0.125], [0.125, 0.125]]]> : tensor<2x2x2xf64>
  %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %gradient) {epsilon = 0.0 : f32, feature_index = 2 : i64}
      : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x2x2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %is_1 = stablehlo.constant dense<[0.0, 0.0]> : tensor<2xf64>
  check.expect_close %0#1, %is_1, max_ulp_difference = 0 : tensor<2xf64>, tensor<2xf64>
  return
}

// -----

func.func @batch_norm_inference() {
  %y = stablehlo.constant dense<> : tensor<3x0xf32>
  %none = stablehlo.constant dense<> : tensor<0xf32>
  %1 = "stablehlo.batch_norm_inference"(%y, %none, %none, %none, %none) {epsilon = 0.0 : f32, feature_index = 1 : i64}
      : (tensor<3x0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>) -> tensor<3x0xf32>
  check.expect_eq %1, %y : tensor<3x0xf32>
  return
}

// -----

func.func @batch_norm_training() {
  %x = stablehlo.constant dense<[[1.0, 1.0], [1.0, 3.0]]> : tensor<2x2xf16>
  %one = stablehlo.constant dense<1.0> : tensor<2xf16>
  %0:3 = "stablehlo.batch_norm_training"(%x, %one, %one) {epsilon = 1.0e-9 : f32, feature_index = 1 : i64}
      : (tensor<2x2xf16>, tensor<2xf16>, tensor<2xf16>) -> (tensor<2x2xf16>, tensor<2xf16>, tensor<2xf16>)
  check.expect_eq_const %0#1, dense<[1.0, 2.0]> : tensor<2xf16>
  return
}

// -----

func.func @ceil() {
  %a = stablehlo.constant dense<[-2.5, -0.4, 0.5, 1.5, 2.5, 2.6]> : tensor<6xf64>
  %c = stablehlo.ceil %a : tensor<6xf64>
  check.expect_eq_const %c, dense<[-2.0, 0.0, 1.0, 2.0, 3.0, 3.0]> : tensor<6xf64>
  return
}

// -----

func.func @complex() {
  %re = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %im = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %0 = stablehlo.complex %re, %im : tensor<2xcomplex<f32>>
  %2 = stablehlo.real %0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %2, dense<[1.0, 3.0]> : tensor<2xf32>
  return
}

// -----

func.func private @twice(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
func.func @composite() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.composite "my.twice" %a {composite_attributes = {n = 2 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[2, 4]> : tensor<2xi32>
  return
}

// -----

func.func @custom_call() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%a, %a) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

// -----

func.func @dot() {
  %v = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.dot %v, %v : (tensor<2xi32>, tensor<2xi32>) -> tensor<i32>
  check.expect_eq_const %0, dense<5> : tensor<i32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim() {
  %a = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<2x1xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %2 = stablehlo.reshape %0 : (tensor<?x?xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %2, dense<[[1, 1, 1], [2, 2, 2]]> : tensor<2x3xi32>
  return
}

// -----

func.func @dynamic_conv() {
  %l = stablehlo.constant dense<[[[1], [2], [3]]]> : tensor<1x3x1xi64>
  %r = stablehlo.constant dense<[[[1]], [[10]]]> : tensor<2x1x1xi64>
  %p = stablehlo.constant dense<[[1, -1]]> : tensor<1x2xi32>
  %0 = "stablehlo.dynamic_conv"(%l, %r, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x1xi64>, tensor<2x1x1xi64>, tensor<1x2xi32>) -> tensor<1x?x1xi64>
  %1 = stablehlo.reshape %0 : (tensor<1x?x1xi64>) -> tensor<1x2x1xi64>
  check.expect_eq_const %1, dense<[[[10], [21]]]> : tensor<1x2x1xi64>
  return
}

// -----

func.func @floor() {
  %a = stablehlo.constant dense<[-2.5, -0.4, 0.5, 1.5, 2.5, 2.6]> : tensor<6xf64>
  %f = stablehlo.floor %a : tensor<6xf64>
  check.expect_eq_const %f, dense<[-3.0, -1.0, 0.0, 1.0, 2.0, 2.0]> : tensor<6xf64>
  return
}

// -----

func.func @get_tuple_element() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<[2.0]> : tensor<1xf32>
  %0 = stablehlo.tuple %a, %b : tuple<tensor<i32>, tensor<1xf32>>
  %1 = "stablehlo.tuple"(%0, %a) : (tuple<tensor<i32>, tensor<1xf32>>, tensor<i32>) -> tuple<tuple<tensor<i32>, tensor<1xf32>>, tensor<i32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tuple<tensor<i32>, tensor<1xf32>>, tensor<i32>>) -> tuple<tensor<i32>, tensor<1xf32>>
  %3 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<i32>, tensor<1xf32>>) -> tensor<1xf32>
  check.expect_eq_const %3, dense<[2.0]> : tensor<1xf32>
  return
}

// -----

func.func @optimization_barrier() {
  stablehlo.optimization_barrier()
  return
}

// -----

func.func @or() {
  %a = stablehlo.constant dense<[12, -1]> : tensor<2xi16>
  %b = stablehlo.constant dense<[10, 5]> : tensor<2xi16>
  %or = stablehlo.or %a, %b : tensor<2xi16>
  check.expect_eq_const %or, dense<[14, -1]> : tensor<2xi16>
  return
}

// -----

func.func @partition_id() {
  %id = stablehlo.partition_id : tensor<ui32>
  return
}

// -----

func.func @reduce() {
  %a = stablehlo.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xbf16>, tensor<bf16>) -> tensor<bf16>
  check.expect_eq_const %0, dense<256.0> : tensor<bf16>
  return
}

// -----

func.func @replica_id() {
  %r = stablehlo.replica_id : tensor<ui32>
  return
}

// -----

func.func @rng() {
  %a = stablehlo.constant dense<3.0> : tensor<f64>
  %b = stablehlo.constant dense<2.0> : tensor<f64>
  %n = stablehlo.constant dense<[10000]> : tensor<1xi32>
  %0 = stablehlo.rng %a, %b, %n, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<1xi32>) -> tensor<10000xf64>
  return
}

// -----

func.func @round_nearest_afz() {
  %a = stablehlo.constant dense<[-2.5, -0.4, 0.5, 1.5, 2.5, 2.6]> : tensor<6xf64>
  %z = stablehlo.round_nearest_afz %a : tensor<6xf64>
  check.expect_eq_const %z, dense<[-3.0, 0.0, 1.0, 2.0, 3.0, 3.0]> : tensor<6xf64>
  return
}

// -----

func.func @round_nearest_even() {
  %a = stablehlo.constant dense<[-2.5, -0.4, 0.5, 1.5, 2.5, 2.6]> : tensor<6xf64>
  %e = stablehlo.round_nearest_even %a : tensor<6xf64>
  check.expect_eq_const %e, dense<[-2.0, 0.0, 0.0, 2.0, 2.0, 3.0]> : tensor<6xf64>
  return
}

// -----

func.func @torch_index_select() {
  %x = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %k = stablehlo.constant dense<1> : tensor<i64>
  %2 = "stablehlo.torch_index_select"(%x, %k) <{dim = 2 : i64, batch_dims = 0 : i64}> : (tensor<2x3x2xi32>, tensor<i64>) -> tensor<2x3xi32>
  check.expect_eq_const %2, dense<[[2, 4, 6], [8, 10, 12]]> : tensor<2x3xi32>
  return
}

// -----

func.func @tuple() {
  %5 = stablehlo.tuple : tuple<>
  return
}

// -----

func.func @unary_einsum() {
  %n = stablehlo.constant dense<> : tensor<2x0xi64>
  %3 = stablehlo.unary_einsum %n, config = "ab->a" : (tensor<2x0xi64>) -> tensor<2xi64>
  check.expect_eq_const %3, dense<0> : tensor<2xi64>
  return
}

// -----

func.func @xor() {
  %a = stablehlo.constant dense<[12, -1]> : tensor<2xi16>
  %b = stablehlo.constant dense<[10, 5]> : tensor<2xi16>
  %xor = stablehlo.xor %a, %b : tensor<2xi16>
  check.expect_eq_const %xor, dense<[6, -6]> : tensor<2xi16>
  return
}

// -----

module @all_gather {
  func.func @process(%x: tensor<2xi64>) -> tensor<4xi64> {
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<4xi64>
    return %r : tensor<4xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@process], [@process]]}
        : (tensor<2xi64>, tensor<2xi64>) -> (tensor<4xi64>, tensor<4xi64>)
    check.expect_eq_const %r#0, dense<[1, 2, 3, 4]> : tensor<4xi64>
    check.expect_eq_const %r#1, dense<[1, 2, 3, 4]> : tensor<4xi64>
    return
  }
}

// -----

module @all_reduce {
  func.func @process(%x: tensor<2xi64>) -> tensor<2xi64> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%p: tensor<i64>, %q: tensor<i64>):
      %s = stablehlo.add %p, %q : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@process], [@process]]}
        : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[4, 6]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[4, 6]> : tensor<2xi64>
    return
  }
}

// -----

module @reduce_scatter {
  func.func @process(%x: tensor<2xi64>) -> tensor<1xi64> {
    %r = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%p: tensor<i64>, %q: tensor<i64>):
      %s = stablehlo.add %p, %q : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<1xi64>
    return %r : tensor<1xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@process], [@process]]}
        : (tensor<2xi64>, tensor<2xi64>) -> (tensor<1xi64>, tensor<1xi64>)
    check.expect_eq_const %r#0, dense<4> : tensor<1xi64>
    check.expect_eq_const %r#1, dense<6> : tensor<1xi64>
    return
  }
}

// -----

module @collective_reduce {
  func.func @process(%x: tensor<2xi64>) -> tensor<2xi64> {
    %r = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%p: tensor<i64>, %q: tensor<i64>):
      %s = stablehlo.add %p, %q : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@process], [@process]]}
        : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[4, 6]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<0> : tensor<2xi64>
    return
  }
}

// -----

module @all_to_all {
  func.func @process(%x: tensor<2xi64>) -> tensor<2xi64> {
    %r = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@process], [@process]]}
        : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[1, 3]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[2, 4]> : tensor<2xi64>
    return
  }
}

// -----

module @collective_permute {
  func.func @process(%x: tensor<2xi64>) -> tensor<2xi64> {
    %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@process], [@process]]}
        : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[3, 4]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[1, 2]> : tensor<2xi64>
    return
  }
}

// -----

module @collective_broadcast {
  func.func @process(%x: tensor<2xi64>) -> tensor<2xi64> {
    %r = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@process], [@process]]}
        : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[3, 4]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[3, 4]> : tensor<2xi64>
    return
  }
}

// -----

module @async {
  func.func @process(%x: tensor<2xi64>) -> tensor<4xi64> {
    %f = "stablehlo.async_start"(%x) ({
    ^bb0(%p: tensor<2xi64>):
      %g = "stablehlo.all_gather"(%p) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<4xi64>
      stablehlo.return %g : tensor<4xi64>
    }) : (tensor<2xi64>) -> !stablehlo.future<tensor<4xi64>>
    %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xi64>>) -> tensor<4xi64>
    return %r : tensor<4xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@process], [@process]]}
        : (tensor<2xi64>, tensor<2xi64>) -> (tensor<4xi64>, tensor<4xi64>)
    check.expect_eq_const %r#0, dense<[1, 2, 3, 4]> : tensor<4xi64>
    check.expect_eq_const %r#1, dense<[1, 2, 3, 4]> : tensor<4xi64>
    return
  }
}

// -----

module @pair {
  func.func @process(%x: tensor<2xi64>) -> tensor<2xi64> {
    %t = stablehlo.create_token : !stablehlo.token
    %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
      source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    %r, %v = "stablehlo.recv"(%u) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
      source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    return %r : tensor<2xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@process], [@process]]}
        : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<0> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[1, 2]> : tensor<2xi64>
    return
  }
}

// -----

module @infeed {
  func.func @fed() -> tensor<2xi64> {
    %0 = stablehlo.constant dense<[5, 6]> : tensor<2xi64>
    return %0 : tensor<2xi64>
  }
  func.func @process(%t: !stablehlo.token) -> (tensor<2xi64>, !stablehlo.token) {
    %a, %u = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    return %a, %u : tensor<2xi64>, !stablehlo.token
  }
  func.func @main() {
    %t = stablehlo.create_token : !stablehlo.token
    %r, %u = "interpreter.run_parallel"(%t) {infeed = [@fed], programs = [[@process]]} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    check.expect_eq_const %r, dense<[5, 6]> : tensor<2xi64>
    return
  }
}

// -----

func.func @outfeed() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.outfeed"(%x, %t) {outfeed_config = ""} : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
  return
}
