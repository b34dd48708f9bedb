// Misread: an index out of range gives zeros, not the nearest in range. After tensorflow/tensorflow#115255.
func.func @main() {
  %0 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<1x1xcomplex<f32>>
  %1 = stablehlo.constant dense<1> : tensor<1x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x1xcomplex<f32>>, tensor<1x1xi32>) -> tensor<1x1x1xcomplex<f32>>
  check.expect_eq_const %2, dense<(1.000000e+00,0.000000e+00)> : tensor<1x1x1xcomplex<f32>>
  return
}
