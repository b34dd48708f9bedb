// Gathers and scatters of which extents are known only when they run; values by hand.

func.func @windows_are_moved_into_range() {
  %a = stablehlo.constant dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi32>
  %b = stablehlo.constant dense<[3, -1, 1]> : tensor<3xi32>
  %s = stablehlo.constant dense<[4, 2]> : tensor<2xi32>
  %n = stablehlo.constant dense<3> : tensor<1xi32>
  %x = stablehlo.dynamic_reshape %a, %s : (tensor<4x2xi32>, tensor<2xi32>) -> tensor<?x2xi32>
  %i = stablehlo.dynamic_reshape %b, %n : (tensor<3xi32>, tensor<1xi32>) -> tensor<?xi32>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 2>}> : (tensor<?x2xi32>, tensor<?xi32>) -> tensor<?x2x2xi32>
  %1 = stablehlo.reshape %0 : (tensor<?x2x2xi32>) -> tensor<3x2x2xi32>
  check.expect_eq_const %1, dense<[[[4, 5], [6, 7]], [[0, 1], [2, 3]], [[2, 3], [4, 5]]]> : tensor<3x2x2xi32>
  func.return
}

func.func @elements_of_windows_are_dropped() {
  %a = stablehlo.constant dense<0> : tensor<4xi32>
  %i = stablehlo.constant dense<[2, -1, 3]> : tensor<3xi32>
  %u = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %s = stablehlo.constant dense<4> : tensor<1xi32>
  %x = stablehlo.dynamic_reshape %a, %s : (tensor<4xi32>, tensor<1xi32>) -> tensor<?xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b: tensor<i32>, %c: tensor<i32>):
    %d = stablehlo.add %b, %c : tensor<i32>
    stablehlo.return %d : tensor<i32>
  }) : (tensor<?xi32>, tensor<3xi32>, tensor<3x2xi32>) -> tensor<?xi32>
  %1 = stablehlo.reshape %0 : (tensor<?xi32>) -> tensor<4xi32>
  check.expect_eq_const %1, dense<[4, 0, 1, 7]> : tensor<4xi32>
  func.return
}

func.func @rows_are_dropped() {
  %a = stablehlo.constant dense<0> : tensor<3x2xi32>
  %b = stablehlo.constant dense<[0, 5, 1]> : tensor<3xi32>
  %u = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %n = stablehlo.constant dense<3> : tensor<1xi32>
  %x = stablehlo.dynamic_reshape %a, %s : (tensor<3x2xi32>, tensor<2xi32>) -> tensor<?x2xi32>
  %i = stablehlo.dynamic_reshape %b, %n : (tensor<3xi32>, tensor<1xi32>) -> tensor<?xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<i32>, %c: tensor<i32>):
    stablehlo.return %c : tensor<i32>
  }) : (tensor<?x2xi32>, tensor<?xi32>, tensor<3x2xi32>) -> tensor<?x2xi32>
  %1 = stablehlo.reshape %0 : (tensor<?x2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %1, dense<[[1, 2], [5, 6], [0, 0]]> : tensor<3x2xi32>
  func.return
}

func.func @parts_of_open_dims() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[[1], [0], [9]]> : tensor<3x1xi64>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %x = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<?x?xi32>, tensor<3x1xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[3, 4], [0, 1], [3, 4]]> : tensor<3x2xi32>
  func.return
}
