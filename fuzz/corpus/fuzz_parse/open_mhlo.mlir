func.func @main(%x: tensor<3x4xf32>, %i: tensor<2x1xi32>, %t: !mhlo.token) -> tensor<2x4xf32> attributes {mhlo.frontend_attributes = {a = "b"}} {
  %0 = "mhlo.gather"(%x, %i) {dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = dense<[1, 4]> : tensor<2xi64>} : (tensor<3x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  %c = mhlo.constant dense<0.0> : tensor<f32>
  %1 = mhlo.compare LT, %0, %0 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %b1 = "mhlo.compare"(%0, %0) {comparison_direction = #mhlo<comparison_direction EQ>, compare_type = #mhlo<comparison_type FLOAT>} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %2 = mhlo.select %1, %0, %0 : tensor<2x4xi1>, tensor<2x4xf32>
  %3 = mhlo.copy %2 : tensor<2x4xf32>
  %4 = mhlo.reduce(%3 init: %c) applies mhlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %5 = "mhlo.scatter"(%x, %i, %3) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false} : (tensor<3x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<3x4xf32>
  %6 = "mhlo.fusion"(%5) ({
    ^bb0(%q: tensor<3x4xf32>):
      %w = mhlo.abs %q : tensor<3x4xf32>
      mhlo.return %w : tensor<3x4xf32>
  }) {fusion_kind = #mhlo<fusion_kind kLoop>} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %3 : tensor<2x4xf32>
}
