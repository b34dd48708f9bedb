// Indices at the edges of their types, counted from 0; nothing is known of them before the run. Expected values by the
// StableHLO specification: a gather clamps to [0, 3], a scatter drops.
func.func @main() {
  %x = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %c0 = stablehlo.constant dense<[-9223372036854775808, 0, 1, 4, 5, 9223372036854775807]> : tensor<6xi64>
  %c1 = stablehlo.constant dense<[0, 1, 4, 5, 9223372036854775808, 18446744073709551615]> : tensor<6xui64>
  %c2 = stablehlo.constant dense<[-128, 0, 1, 4, 5, 127]> : tensor<6xi8>
  %c3 = stablehlo.constant dense<[0, 1, 2, 4, 5, 4294967295]> : tensor<6xui32>
  %i:4 = "stablehlo.optimization_barrier"(%c0, %c1, %c2, %c3) : (tensor<6xi64>, tensor<6xui64>, tensor<6xi8>, tensor<6xui32>) -> (tensor<6xi64>, tensor<6xui64>, tensor<6xi8>, tensor<6xui32>)
  %u = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %g0 = "stablehlo.gather"(%x, %i#0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<6xi64>) -> tensor<6xi32>
  check.expect_eq_const %g0, dense<[10, 10, 20, 40, 40, 40]> : tensor<6xi32>
  %s0 = "stablehlo.scatter"(%x, %i#0, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<4xi32>, tensor<6xi64>, tensor<6xi32>) -> tensor<4xi32>
  check.expect_eq_const %s0, dense<[12, 23, 30, 40]> : tensor<4xi32>
  %g1 = "stablehlo.gather"(%x, %i#1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<6xui64>) -> tensor<6xi32>
  check.expect_eq_const %g1, dense<[10, 20, 40, 40, 40, 40]> : tensor<6xi32>
  %s1 = "stablehlo.scatter"(%x, %i#1, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<4xi32>, tensor<6xui64>, tensor<6xi32>) -> tensor<4xi32>
  check.expect_eq_const %s1, dense<[11, 22, 30, 40]> : tensor<4xi32>
  %g2 = "stablehlo.gather"(%x, %i#2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<6xi8>) -> tensor<6xi32>
  check.expect_eq_const %g2, dense<[10, 10, 20, 40, 40, 40]> : tensor<6xi32>
  %s2 = "stablehlo.scatter"(%x, %i#2, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<4xi32>, tensor<6xi8>, tensor<6xi32>) -> tensor<4xi32>
  check.expect_eq_const %s2, dense<[12, 23, 30, 40]> : tensor<4xi32>
  %g3 = "stablehlo.gather"(%x, %i#3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<6xui32>) -> tensor<6xi32>
  check.expect_eq_const %g3, dense<[10, 20, 30, 40, 40, 40]> : tensor<6xi32>
  %s3 = "stablehlo.scatter"(%x, %i#3, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<4xi32>, tensor<6xui32>, tensor<6xi32>) -> tensor<4xi32>
  check.expect_eq_const %s3, dense<[11, 22, 33, 40]> : tensor<4xi32>
  return
}
