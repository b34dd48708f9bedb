// StableHLO spec, sort: lines that are no power of two long, equal keys in their order, extents that only the run knows.

func.func @order_of_keys() {
  %k = stablehlo.constant dense<[3, 1, 2, 3, 1, 2, 3, 1, 2, 0, 3]> : tensor<11xi8>
  %n = stablehlo.iota dim = 0 : tensor<11xi32>
  %0:2 = "stablehlo.sort"(%k, %n) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %i: tensor<i32>, %j: tensor<i32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<11xi8>, tensor<11xi32>) -> (tensor<11xi8>, tensor<11xi32>)
  check.expect_eq_const %0#0, dense<[0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]> : tensor<11xi8>
  check.expect_eq_const %0#1, dense<[9, 1, 4, 7, 2, 5, 8, 0, 3, 6, 10]> : tensor<11xi32>
  return
}

// By the second operand where the first is the same, the other way around; columns of three.
func.func @two_keys_of_unknown_extents() {
  %k = stablehlo.constant dense<[[1, 0], [1, 0], [0, 0]]> : tensor<3x2xi32>
  %m = stablehlo.constant dense<[[1.0, 2.0], [2.0, 3.0], [5.0, 1.0]]> : tensor<3x2xf32>
  %dk = tensor.cast %k : tensor<3x2xi32> to tensor<?x?xi32>
  %dm = tensor.cast %m : tensor<3x2xf32> to tensor<?x?xf32>
  %0:2 = "stablehlo.sort"(%dk, %dm) <{dimension = -2 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %same = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %more = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %second = stablehlo.and %same, %more : tensor<i1>
    %c = stablehlo.or %less, %second : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<?x?xi32>, tensor<?x?xf32>) -> (tensor<?x?xi32>, tensor<?x?xf32>)
  %1 = tensor.cast %0#0 : tensor<?x?xi32> to tensor<3x2xi32>
  %2 = tensor.cast %0#1 : tensor<?x?xf32> to tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[0, 0], [1, 0], [1, 0]]> : tensor<3x2xi32>
  check.expect_eq_const %2, dense<[[5.0, 3.0], [2.0, 2.0], [1.0, 1.0]]> : tensor<3x2xf32>
  return
}

// The rows of a table in the order of a column of it: a sort, a gather.
func.func @rows_by_a_column() {
  %x = stablehlo.constant dense<[[3, 30], [1, 10], [2, 20]]> : tensor<3x2xi32>
  %s = stablehlo.slice %x [0:3, 0:1] : (tensor<3x2xi32>) -> tensor<3x1xi32>
  %k = stablehlo.reshape %s : (tensor<3x1xi32>) -> tensor<3xi32>
  %n = stablehlo.iota dim = 0 : tensor<3xi32>
  %0:2 = "stablehlo.sort"(%k, %n) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %i: tensor<i32>, %j: tensor<i32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  %i = stablehlo.reshape %0#1 : (tensor<3xi32>) -> tensor<3x1xi32>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}>
      : (tensor<3x2xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[1, 10], [2, 20], [3, 30]]> : tensor<3x2xi32>
  return
}
