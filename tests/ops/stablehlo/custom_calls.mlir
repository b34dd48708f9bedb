// custom calls that JAX writes, as jax 0.10 writes them: jax/_src/lax/ann.py, jax/_src/export/shape_poly.py,
// jax/_src/interpreters/mlir.py. Values by hand.

func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}

func.func private @sum(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %a, %b : tensor<i32>
  stablehlo.return %0 : tensor<i32>
}

func.func private @both(%a: tensor<i32>, %x: tensor<f32>, %b: tensor<i32>, %y: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
  %0 = stablehlo.add %a, %b : tensor<i32>
  %1 = stablehlo.maximum %x, %y : tensor<f32>
  stablehlo.return %0, %1 : tensor<i32>, tensor<f32>
}

func.func @approx_top_k_is_exact_and_stable() {
  %x = stablehlo.constant dense<[[1.0, 5.0, 3.0, 5.0], [-1.0, -2.0, 0xFF800000, 7.0]]> : tensor<2x4xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %low, %none) {backend_config = "", called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.95 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_eq_const %0#0, dense<[[5.0, 5.0, 3.0], [7.0, -1.0, -2.0]]> : tensor<2x3xf32>
  check.expect_eq_const %0#1, dense<[[1, 3, 2], [3, 0, 1]]> : tensor<2x3xi32>
  func.return
}

func.func @approx_top_k_along_the_first_dimension() {
  %x = stablehlo.constant dense<[[1.0, 5.0], [3.0, 4.0], [2.0, 9.0]]> : tensor<3x2xf32>
  %i = stablehlo.iota dim = 0 : tensor<3x2xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %low, %none) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 1 : i64}} : (tensor<3x2xf32>, tensor<3x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x2xf32>, tensor<1x2xi32>)
  check.expect_eq_const %0#0, dense<[[3.0, 9.0]]> : tensor<1x2xf32>
  check.expect_eq_const %0#1, dense<[[1, 2]]> : tensor<1x2xi32>
  func.return
}

// Without aggregation as many come out as the result's type says.
func.func @approx_top_k_without_aggregation() {
  %x = stablehlo.constant dense<[1.0, 5.0, 3.0, 2.0]> : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %low, %none) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = false, reduction_dim = 0 : i64, top_k = 1 : i64}} : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  check.expect_eq_const %0#0, dense<[5.0, 3.0, 2.0]> : tensor<3xf32>
  check.expect_eq_const %0#1, dense<[1, 2, 3]> : tensor<3xi32>
  func.return
}

func.func @approx_top_k_of_a_k_that_is_an_operand() {
  %x = stablehlo.constant dense<[1.0, 5.0, 3.0, 2.0]> : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %extents = stablehlo.constant dense<2> : tensor<1xi32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %i, %low, %none, %k, %extents, %extents) {called_computations = [@greater], indices_of_shape_operands = dense<[5, 6]> : tensor<2xi64>, mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  %static1 = tensor.cast %0#0 : tensor<?xf32> to tensor<2xf32>
  check.expect_eq_const %static1, dense<[5.0, 3.0]> : tensor<2xf32>
  %static2 = tensor.cast %0#1 : tensor<?xi32> to tensor<2xi32>
  check.expect_eq_const %static2, dense<[1, 2]> : tensor<2xi32>
  func.return
}

func.func @top_k_as_custom_calls() {
  %x = stablehlo.constant dense<[[3, 1, 3], [0, -5, 8]]> : tensor<2x3xi32>
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<2x3xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %0#0, dense<[[3, 3], [8, 0]]> : tensor<2x2xi32>
  check.expect_eq_const %0#1, dense<[[0, 2], [2, 0]]> : tensor<2x2xi32>
  %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 1 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<2x3xi32>) -> (tensor<2x1xi32>, tensor<2x1xi32>)
  check.expect_eq_const %1#0, dense<[[1], [-5]]> : tensor<2x1xi32>
  check.expect_eq_const %1#1, dense<1> : tensor<2x1xi32>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %2:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) {api_version = 2 : i32} : (tensor<2x3xi32>, tensor<i32>) -> (tensor<2x?xi32>, tensor<2x?xi32>)
  %static3 = tensor.cast %2#0 : tensor<2x?xi32> to tensor<2x2xi32>
  check.expect_eq_const %static3, dense<[[3, 3], [8, 0]]> : tensor<2x2xi32>
  %static4 = tensor.cast %2#1 : tensor<2x?xi32> to tensor<2x2xi32>
  check.expect_eq_const %static4, dense<[[0, 2], [2, 0]]> : tensor<2x2xi32>
  func.return
}

// A running sum, as jax.export writes jnp.cumsum of any extent; and two inputs, windows of [1, 2] at every second place.
func.func @windows_that_are_operands() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %before = stablehlo.constant dense<[[3, 0]]> : tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %four, %one, %one, %one, %before) {api_version = 2 : i32, called_computations = [@sum]} : (tensor<4xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xi32>
  %static5 = tensor.cast %0 : tensor<?xi32> to tensor<4xi32>
  check.expect_eq_const %static5, dense<[1, 3, 6, 10]> : tensor<4xi32>
  %a = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %b = stablehlo.constant dense<[[1.0, 2.0, 4.0, 3.0], [8.0, 7.0, 5.0, 6.0]]> : tensor<2x4xf32>
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %size = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %ones = stablehlo.constant dense<1> : tensor<2xi64>
  %nothing = stablehlo.constant dense<0> : tensor<2x2xi64>
  %1:2 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %b, %zero, %low, %size, %size, %ones, %ones, %nothing) {called_computations = [@both]} : (tensor<2x4xi32>, tensor<2x4xf32>, tensor<i32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2x2xi64>) -> (tensor<2x2xi32>, tensor<2x2xf32>)
  check.expect_eq_const %1#0, dense<[[3, 7], [11, 15]]> : tensor<2x2xi32>
  check.expect_eq_const %1#1, dense<[[2.0, 4.0], [8.0, 6.0]]> : tensor<2x2xf32>
  func.return
}

// The bits are those of the op whose extents are known.
func.func @random_bits_of_extents_that_are_operands() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %extents = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %extents) {api_version = 2 : i32, rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x?xui32>)
  %1:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  %static = tensor.cast %0#1 : tensor<?x?xui32> to tensor<2x3xui32>
  check.expect_eq %static, %1#1 : tensor<2x3xui32>
  check.expect_eq %0#0, %1#0 : tensor<2xui64>
  func.return
}

func.func @places_of_values_on_one_device() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.custom_call @LayoutConstraint(%x) {operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xi32>) -> tensor<2xi32>
  %1 = stablehlo.custom_call @MoveToHost(%0) : (tensor<2xi32>) -> tensor<2xi32>
  %2 = stablehlo.custom_call @MoveToDevice(%1) : (tensor<2xi32>) -> tensor<2xi32>
  %3 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%2) : (tensor<2xi32>) -> tensor<2xi32>
  stablehlo.custom_call @xla.sdy.ShardingGroup(%3) {has_side_effect = true} : (tensor<2xi32>) -> ()
  check.expect_eq_const %3, dense<[1, 2]> : tensor<2xi32>
  func.return
}

func.func @shape_assertion_that_holds() {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %n = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%yes, %n) {api_version = 2 : i32, error_message = "a is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  func.return
}

// A function that is called for a region has values of its own, in places of its own: the caller's stay as they are, of which it has fewer.
func.func private @with_twice(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.add %one, %two : tensor<i32>
  %four = stablehlo.add %one, %three : tensor<i32>
  %five = stablehlo.add %one, %four : tensor<i32>
  %less = stablehlo.subtract %five, %three : tensor<i32>
  %0 = stablehlo.multiply %b, %less : tensor<i32>
  %1 = stablehlo.add %a, %0 : tensor<i32>
  stablehlo.return %1 : tensor<i32>
}
func.func @functions_keep_to_their_own_values() {
  %x = stablehlo.iota dim = 0 : tensor<3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %pad = stablehlo.constant dense<0> : tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %one, %one, %one, %one, %pad) {called_computations = [@with_twice]} : (tensor<3xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[0, 2, 4]> : tensor<3xi32>
  %1 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %one, %one, %one, %one, %pad) {called_computations = [@with_twice]} : (tensor<3xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<3xi32>
  check.expect_eq %0, %1 : tensor<3xi32>
  check.expect_eq_const %x, dense<[0, 1, 2]> : tensor<3xi32>
  func.return
}
