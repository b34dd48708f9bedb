// reduce, reduce_window: StableHLO spec, the sections of those names.

func.func @reduce_short() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %z = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xi64>, tensor<i64>) -> tensor<2xi64>
  %1 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x3xi64>, tensor<i64>) -> tensor<3xi64>
  %2 = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xi64>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %0, dense<[3, 12]> : tensor<2xi64>
  check.expect_eq_const %1, dense<[3, 5, 7]> : tensor<3xi64>
  check.expect_eq_const %2, dense<5> : tensor<i64>
  func.return
}

// The order is ascending and starts from init: ((10 - 1) - 2) - 3, with the accumulator on the left.
func.func @reduce_long_and_ordered() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %ten) across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
   reducer(%acc: tensor<i32>, %x: tensor<i32>)  {
    %1 = stablehlo.subtract %acc, %x : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  check.expect_eq_const %0, dense<4> : tensor<i32>
  func.return
}

func.func @reduce_generic_legacy() {
  %a = stablehlo.constant dense<[[true, true], [true, false]]> : tensor<2x2xi1>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.reduce"(%a, %t) ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %1 = stablehlo.and %x, %y : tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<2x2xi1>, tensor<i1>) -> tensor<2xi1>
  check.expect_eq_const %0, dense<[true, false]> : tensor<2xi1>
  func.return
}

// The largest value and where it is, of equal ones the first.
func.func @reduce_two_inputs() {
  %v = stablehlo.constant dense<[[3, 9, 9], [7, 1, 2]]> : tensor<2x3xi32>
  %i = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%v init: %least), (%i init: %zero) across dimensions = [1] : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
   reducer(%va: tensor<i32>, %vb: tensor<i32>) (%ia: tensor<i32>, %ib: tensor<i32>)  {
    %more = stablehlo.compare GT, %vb, %va, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %value = stablehlo.select %more, %vb, %va : tensor<i1>, tensor<i32>
    %index = stablehlo.select %more, %ib, %ia : tensor<i1>, tensor<i32>
    stablehlo.return %value, %index : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<[9, 7]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[1, 0]> : tensor<2xi32>
  func.return
}

func.func @reduce_uses_outer_values() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %z) across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
   reducer(%acc: tensor<i32>, %x: tensor<i32>)  {
    %1 = stablehlo.multiply %x, %two : tensor<i32>
    %2 = stablehlo.add %acc, %1 : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }
  check.expect_eq_const %0, dense<12> : tensor<i32>
  func.return
}

func.func @reduce_nothing() {
  %a = stablehlo.constant dense<> : tensor<2x0xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %one) applies stablehlo.add across dimensions = [1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 1.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %1 = stablehlo.reduce(%b init: %one) applies stablehlo.multiply across dimensions = [] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[2.0, 3.0]> : tensor<2xf32>
  func.return
}

// C6, C7: the region may sum in a wider type; 100 + 100 does not fit i8.
func.func @reduce_promotes() {
  %a = stablehlo.constant dense<[100, 100]> : tensor<2xi8>
  %z = stablehlo.constant dense<0> : tensor<i8>
  %0 = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<2xi8>, tensor<i8>) -> tensor<i32>
  check.expect_eq_const %0, dense<200> : tensor<i32>
  func.return
}

// bf16 rounds after every step: 256 + 1 is 256 again.
func.func @reduce_rounds_each_step() {
  %a = stablehlo.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xbf16>, tensor<bf16>) -> tensor<bf16>
  check.expect_eq_const %0, dense<256.0> : tensor<bf16>
  func.return
}

func.func @reduce_a_view() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %z = stablehlo.constant dense<0> : tensor<i64>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xi64>) -> tensor<3x2xi64>
  %0 = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3x2xi64>, tensor<i64>) -> tensor<2xi64>
  check.expect_eq_const %0, dense<[3, 12]> : tensor<2xi64>
  func.return
}

// The spec's own example: windows of 2x1, strides, dilations and padding together.
func.func @reduce_window_everything() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %z = stablehlo.constant dense<0> : tensor<i64>
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %1 = stablehlo.add %x, %y : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) {
    window_dimensions = array<i64: 2, 1>,
    window_strides = array<i64: 4, 1>,
    base_dilations = array<i64: 2, 1>,
    window_dilations = array<i64: 3, 1>,
    padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>
  } : (tensor<3x2xi64>, tensor<i64>) -> tensor<2x2xi64>
  check.expect_eq_const %0, dense<[[0, 0], [3, 4]]> : tensor<2x2xi64>
  func.return
}

// Left out lists are ones and zeros.
func.func @reduce_window_defaults() {
  %a = stablehlo.constant dense<[1, 5, 2, 4]> : tensor<4xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.maximum %x, %y : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[5, 5, 4]> : tensor<3xi32>
  func.return
}

func.func @reduce_window_two_inputs() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0:2 = "stablehlo.reduce_window"(%a, %b, %z, %one) ({
  ^bb0(%x: tensor<i32>, %p: tensor<f32>, %y: tensor<i32>, %q: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<i32>
    %2 = stablehlo.multiply %p, %q : tensor<f32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 1>, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<3xi32>, tensor<3xf32>, tensor<i32>, tensor<f32>) -> (tensor<3xi32>, tensor<3xf32>)
  check.expect_eq_const %0#0, dense<[1, 3, 5]> : tensor<3xi32>
  check.expect_eq_const %0#1, dense<[10.0, 200.0, 600.0]> : tensor<3xf32>
  func.return
}

// One result of many elements, in order: a = 3a + x over x = k^2 - 5 from 7 on, modulo 2^64. The values are Python's.
func.func @reduce_in_order_to_one() {
  %k = stablehlo.iota dim = 0 : tensor<600xi64>
  %five = stablehlo.constant dense<5> : tensor<600xi64>
  %square = stablehlo.multiply %k, %k : tensor<600xi64>
  %x = stablehlo.subtract %square, %five : tensor<600xi64>
  %seven = stablehlo.constant dense<7> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %0 = stablehlo.reduce(%x init: %seven) across dimensions = [0] : (tensor<600xi64>, tensor<i64>) -> tensor<i64>
   reducer(%a: tensor<i64>, %b: tensor<i64>)  {
    %1 = stablehlo.multiply %a, %three : tensor<i64>
    %2 = stablehlo.add %1, %b : tensor<i64>
    stablehlo.return %2 : tensor<i64>
  }
  check.expect_eq_const %0, dense<8676614433787737371> : tensor<i64>
  func.return
}

// Two inputs, each accumulator of both: a, b = b + x, 5a ^ y.
func.func @reduce_two_inputs_to_one() {
  %x = stablehlo.iota dim = 0 : tensor<600xi64>
  %threes = stablehlo.constant dense<3> : tensor<600xi64>
  %y = stablehlo.multiply %x, %threes : tensor<600xi64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %five = stablehlo.constant dense<5> : tensor<i64>
  %r:2 = stablehlo.reduce(%x init: %one), (%y init: %two) across dimensions = [0] : (tensor<600xi64>, tensor<600xi64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
   reducer(%a: tensor<i64>, %p: tensor<i64>) (%b: tensor<i64>, %q: tensor<i64>)  {
    %1 = stablehlo.add %b, %p : tensor<i64>
    %2 = stablehlo.multiply %a, %five : tensor<i64>
    %3 = stablehlo.xor %2, %q : tensor<i64>
    stablehlo.return %1, %3 : tensor<i64>, tensor<i64>
  }
  check.expect_eq_const %r#0, dense<7512058162561142297> : tensor<i64>
  check.expect_eq_const %r#1, dense<8621230248900209282> : tensor<i64>
  func.return
}

// An accumulator that becomes the other: sums of every second y, -(1 + 3 + ... + 599) and -(2 + 4 + ... + 598).
func.func @reduce_returns_its_arguments() {
  %x = stablehlo.iota dim = 0 : tensor<600xi32>
  %y = stablehlo.negate %x : tensor<600xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %zero), (%y init: %zero) across dimensions = [0] : (tensor<600xi32>, tensor<600xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
   reducer(%a: tensor<i32>, %p: tensor<i32>) (%b: tensor<i32>, %q: tensor<i32>)  {
    %1 = stablehlo.add %b, %q : tensor<i32>
    stablehlo.return %1, %a : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<-90000> : tensor<i32>
  check.expect_eq_const %r#1, dense<-89700> : tensor<i32>
  func.return
}

// Two results, of elements that do not lie together: a = 3a + x from 1 on, over the first and the last dimension.
func.func @reduce_in_order_to_two() {
  %flat = stablehlo.iota dim = 0 : tensor<900xi64>
  %x = stablehlo.reshape %flat : (tensor<900xi64>) -> tensor<3x2x150xi64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %0 = stablehlo.reduce(%x init: %one) across dimensions = [0, 2] : (tensor<3x2x150xi64>, tensor<i64>) -> tensor<2xi64>
   reducer(%a: tensor<i64>, %b: tensor<i64>)  {
    %1 = stablehlo.multiply %a, %three : tensor<i64>
    %2 = stablehlo.add %1, %b : tensor<i64>
    stablehlo.return %2 : tensor<i64>
  }
  check.expect_eq_const %0, dense<[-2653683308760767806, 7537818382846641690]> : tensor<2xi64>
  func.return
}

// A body that is no list of functions of elements, and one of elements that are computed in a wider type.
func.func @reduce_to_one_by_other_bodies() {
  %x = stablehlo.iota dim = 0 : tensor<600xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<600xi32>, tensor<i32>) -> tensor<i32>
   reducer(%a: tensor<i32>, %b: tensor<i32>)  {
    %p = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = "stablehlo.if"(%p) ({
      stablehlo.return %a : tensor<i32>
    }, {
      stablehlo.return %b : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  check.expect_eq_const %0, dense<599> : tensor<i32>
  %y = stablehlo.iota dim = 0 : tensor<300xbf16>
  %least = stablehlo.constant dense<-1.0> : tensor<bf16>
  %1 = stablehlo.reduce(%y init: %least) across dimensions = [0] : (tensor<300xbf16>, tensor<bf16>) -> tensor<bf16>
   reducer(%a: tensor<bf16>, %b: tensor<bf16>)  {
    %p = stablehlo.compare GE, %a, %b, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %2 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<bf16>
    stablehlo.return %2 : tensor<bf16>
  }
  check.expect_eq_const %1, dense<300.0> : tensor<bf16>
  func.return
}
