// RUN: convert --expand-batching |
// Batching dims written out as StableHLO's compatibility expander prints them.

// CHECK:func.func @gather(%[[X:.*]]: tensor<4x3x8xf32>, %[[I:.*]]: tensor<3x2x1xi64>) -> tensor<3x2x4x8xf32> {
// CHECK-NEXT:  %[[IOTA:.*]] = stablehlo.iota dim = 0 : tensor<3x2x1xi64>
// CHECK-NEXT:  %[[J:.*]] = stablehlo.concatenate %[[IOTA]], %[[I]], dim = 2 : (tensor<3x2x1xi64>, tensor<3x2x1xi64>) -> tensor<3x2x2xi64>
// CHECK-NEXT:  %[[R:.*]] = "stablehlo.gather"(%[[X]], %[[J]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [1], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 4, 1, 8>}> : (tensor<4x3x8xf32>, tensor<3x2x2xi64>) -> tensor<3x2x4x8xf32>
// CHECK-NEXT:  return %[[R]] : tensor<3x2x4x8xf32>
func.func @gather(%x: tensor<4x3x8xf32>, %i: tensor<3x2x1xi64>) -> tensor<3x2x4x8xf32> {
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 4, 1, 8>}> : (tensor<4x3x8xf32>, tensor<3x2x1xi64>) -> tensor<3x2x4x8xf32>
  return %r : tensor<3x2x4x8xf32>
}

// CHECK:  %[[S:.*]] = "stablehlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>, unique_indices = true}> ({
// CHECK-NEXT:  ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>):
// CHECK-NEXT:    stablehlo.return %[[B]] : tensor<f32>
// CHECK-NEXT:  }) : (tensor<3x4xf32>, tensor<3x2x2xi32>, tensor<3x2xf32>) -> tensor<3x4xf32>
func.func @scatter(%x: tensor<3x4xf32>, %i: tensor<3x2x1xi32>, %u: tensor<3x2xf32>) -> tensor<3x4xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x2x1xi32>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}
