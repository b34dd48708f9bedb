func.func @main(%x: tensor<f32>, %i: tensor<0xi64>, %u: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<index_vector_dim = 0>, slice_sizes = array<i64>}> : (tensor<f32>, tensor<0xi64>) -> tensor<f32>
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<index_vector_dim = 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<f32>, tensor<0xi64>, tensor<f32>) -> tensor<f32>
  return %g, %s : tensor<f32>, tensor<f32>
}
