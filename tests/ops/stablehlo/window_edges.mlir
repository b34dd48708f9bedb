// reduce_window where its windows, seen as dimensions of their own, would be more than a tensor has, and over nothing.

func.func @seventeen_dimensions() {
  %a = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %b = stablehlo.reshape %a : (tensor<3xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x3xf32>
  %z = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%b, %z) <{window_dimensions = array<i64: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2>, window_strides = array<i64: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>,
      padding = dense<[[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [1, 0]]> : tensor<17x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x3xf32>, tensor<f32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x3xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x3xf32>) -> tensor<3xf32>
  check.expect_eq_const %1, dense<[2.0, 3.5, 6.5]> : tensor<3xf32>
  func.return
}

func.func @over_padding_alone() {
  %a = stablehlo.constant dense<> : tensor<0xf32>
  %z = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>,
      padding = dense<[[1, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<0xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<1.5> : tensor<2xf32>
  func.return
}

// What is scattered is combined by ab + a + b: 1 and 10 give 21, 1 and 20 give 41. Selected are 4 and 3.
func.func @scatter_by_a_computation_of_its_own() {
  %x = stablehlo.constant dense<[4, 1, 3, 2]> : tensor<4xi32>
  %s = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.multiply %a, %b : tensor<i32>
    %n = stablehlo.add %m, %a : tensor<i32>
    %r = stablehlo.add %n, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[21, 1, 41, 1]> : tensor<4xi32>
  func.return
}

// The first window is padding alone: 1 goes nowhere. The others are (5, 2) and (7, padding).
func.func @a_window_without_an_element() {
  %x = stablehlo.constant dense<[5, 2, 7]> : tensor<3xi32>
  %s = stablehlo.constant dense<[1, 10, 100]> : tensor<3xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<3xi32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[10, 0, 100]> : tensor<3xi32>
  func.return
}

// Of equal elements GT keeps the last; both windows keep the second element, and are combined in a wider type.
func.func @windows_that_meet_in_a_wider_type() {
  %x = stablehlo.constant dense<[[3, 3, 1]]> : tensor<1x3xi8>
  %s = stablehlo.constant dense<[[100, 90]]> : tensor<1x2xi8>
  %z = stablehlo.constant dense<-1> : tensor<i8>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %p = stablehlo.compare GT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>} : (tensor<1x3xi8>, tensor<1x2xi8>, tensor<i8>) -> tensor<1x3xi32>
  check.expect_eq_const %0, dense<[[-1, 189, -1]]> : tensor<1x3xi32>
  func.return
}
