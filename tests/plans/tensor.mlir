// tensor.gather and tensor.scatter of whole slices run by rows, with the unit dims kept or dropped.

func.func @kept(%a: tensor<50x64xf32>, %i: tensor<7x1xindex>) -> tensor<7x1x64xf32> {
  // expected-remark-re@+1 {{tensor.gather: {{[a-z0-9]+}}, {{(streamed )?rows}}, one thread: 7 rows of 256 B, indices index, error}}
  %x = tensor.gather %a[%i] gather_dims([0]) : (tensor<50x64xf32>, tensor<7x1xindex>) -> tensor<7x1x64xf32>
  return %x : tensor<7x1x64xf32>
}

// -----

func.func @scatter(%s: tensor<1x64xf32>, %d: tensor<50x64xf32>, %i: tensor<1x1xi32>) -> tensor<50x64xf32> {
  // expected-remark-re@+1 {{tensor.scatter: {{[a-z0-9]+}}, rows, one thread: 1 rows of 256 B, indices i32, error, replace}}
  %x = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<1x64xf32>, tensor<50x64xf32>, tensor<1x1xi32>) -> tensor<50x64xf32>
  return %x : tensor<50x64xf32>
}

// -----

// A StableHLO scatter with a region, in the same way.
func.func @region(%x: tensor<8x4xf32>, %i: tensor<3x1xi64>, %u: tensor<3x4xf32>) -> tensor<8x4xf32> {
  // expected-remark@+1 {{stablehlo.scatter: }}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<3x1xi64>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
