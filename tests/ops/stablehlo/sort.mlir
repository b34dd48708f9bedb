// sort, map: StableHLO spec, the sections of those names.

func.func @sort_rows_and_columns() {
  %a = stablehlo.constant dense<[[3, 1, 2], [9, 8, 7]]> : tensor<2x3xi32>
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %1 = "stablehlo.sort"(%a) <{dimension = -2 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[1, 2, 3], [7, 8, 9]]> : tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[9, 8, 7], [3, 1, 2]]> : tensor<2x3xi32>
  func.return
}

// Equal keys keep their order: the second tensor shows it. The dimension left out is the last.
func.func @sort_stable_by_key() {
  %k = stablehlo.constant dense<[2, 1, 2, 1, 2]> : tensor<5xi32>
  %v = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
  %0:2 = "stablehlo.sort"(%k, %v) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %p: tensor<i64>, %q: tensor<i64>):
    %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {is_stable = true} : (tensor<5xi32>, tensor<5xi64>) -> (tensor<5xi32>, tensor<5xi64>)
  check.expect_eq_const %0#0, dense<[1, 1, 2, 2, 2]> : tensor<5xi32>
  check.expect_eq_const %0#1, dense<[1, 3, 0, 2, 4]> : tensor<5xi64>
  func.return
}

func.func @sort_empty_and_one() {
  %a = stablehlo.constant dense<> : tensor<0xf32>
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<0xf32>) -> tensor<0xf32>
  check.expect_eq_const %0, dense<> : tensor<0xf32>
  func.return
}

// A comparator that is no order still ends, and gives the elements it got.
func.func @sort_by_nonsense_ends() {
  %a = stablehlo.constant dense<[4, 4, 4, 4]> : tensor<4xi32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %true : tensor<i1>
  }) : (tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[4, 4, 4, 4]> : tensor<4xi32>
  func.return
}

func.func @map_two_inputs() {
  %a = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  %b = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %0 = "stablehlo.map"(%a, %b) ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %1 = stablehlo.subtract %x, %y : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %0, dense<[[0, -1], [1, 0]]> : tensor<2x2xi64>
  func.return
}

func.func @map_to_another_type() {
  %a = stablehlo.constant dense<[-1.0, 2.0]> : tensor<2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>):
    %1 = stablehlo.compare GT, %x, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2xf32>) -> tensor<2xi1>
  check.expect_eq_const %0, dense<[false, true]> : tensor<2xi1>
  func.return
}
