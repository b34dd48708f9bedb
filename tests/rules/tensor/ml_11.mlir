// tensor.gather, tensor.scatter, ML-11: the RFC's spelling; dims that are not written must be known from the indices.

func.func @rfc(%input: tensor<2x3x4xf32>, %indices: tensor<5x6x 1xindex>) -> tensor<5x6x2x1x4xf32> {
  %out = tensor.gather %input[%indices] gather_along_dimension(1) :
    tensor<2x3x4xf32>[tensor<5x6x 1xindex>] -> tensor<5x6x2x1x4xf32>
  return %out : tensor<5x6x2x1x4xf32>
}

// -----

func.func @leading_dims(%input: tensor<4x4x4xf32>, %dest: tensor<1x2xf32>, %indices: tensor<1x2x 3xindex>) -> tensor<4x4x4xf32> {
  %out = scatter %dest into %input[%indices] unique : tensor<1x2xf32> into tensor<4x4x4xf32>[tensor<1x2x 3xindex>] -> tensor<4x4x4xf32>
  return %out : tensor<4x4x4xf32>
}

// -----

func.func @unknown(%input: tensor<4x4x4xf32>, %indices: tensor<2x?xindex>) -> tensor<2xf32> {
  // expected-error@+1 {{custom op 'tensor.gather' expected 'gather_dims': the last dimension of indices does not tell how many there are}}
  %out = tensor.gather %input[%indices] : tensor<4x4x4xf32>[tensor<2x?xindex>] -> tensor<2xf32>
  return %out : tensor<2xf32>
}
