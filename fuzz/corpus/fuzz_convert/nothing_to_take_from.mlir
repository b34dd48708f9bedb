func.func @nothing_to_take_from(%a: tensor<4x0xf32>, %i: tensor<3x1xindex>) -> tensor<3x4xf32> {
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x0xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

