func.func @main(%v: tensor<1x4x3xf32>, %i: tensor<1x2xi32>) -> tensor<1x2x3xf32> {
  %0 = tosa.gather %v, %i : (tensor<1x4x3xf32>, tensor<1x2xi32>) -> tensor<1x2x3xf32>
  %shape = tosa.const_shape {values = dense<[1, 2, 3]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %1 = tosa.reshape %0, %shape : (tensor<1x2x3xf32>, !tosa.shape<3>) -> tensor<1x2x3xf32>
  %2 = tosa.frobnicate %1 {acc_type = f32, pad = array<i64: 0, 0>} : (tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  %3 = "tosa.cast_from_block_scaled"(%2) <{block_size = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  return %3 : tensor<1x2x3xf32>
}
