func.func @main(%x: tensor<5xcomplex<f32>>, %i: tensor<3xui8>, %u: tensor<3xcomplex<f32>>) -> (tensor<3xcomplex<f32>>, tensor<5xcomplex<f32>>) {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xcomplex<f32>>, tensor<3xui8>) -> tensor<3xcomplex<f32>>
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    stablehlo.return %b : tensor<complex<f32>>
  }) : (tensor<5xcomplex<f32>>, tensor<3xui8>, tensor<3xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return %g, %s : tensor<3xcomplex<f32>>, tensor<5xcomplex<f32>>
}
