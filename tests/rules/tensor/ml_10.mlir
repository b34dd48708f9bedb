// tensor.gather, ML-10: empty extents verify, also those nothing can be taken from.

func.func @no_vectors(%a: tensor<4x5xf32>, %i: tensor<0x1xindex>) -> tensor<0x4xf32> {
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5xf32>, tensor<0x1xindex>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// -----

func.func @nothing_to_take_from(%a: tensor<4x0xf32>, %i: tensor<3x1xindex>) -> tensor<3x4xf32> {
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x0xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @one_vector(%a: tensor<4x5xf32>, %i: tensor<2xindex>) -> tensor<f32> {
  %0 = tensor.gather %a[%i] gather_dims([0, 1]) : (tensor<4x5xf32>, tensor<2xindex>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @one_vector_kept(%a: tensor<4x5xf32>, %i: tensor<2xindex>) -> tensor<1x1xf32> {
  %0 = tensor.gather %a[%i] gather_dims([0, 1]) : (tensor<4x5xf32>, tensor<2xindex>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
