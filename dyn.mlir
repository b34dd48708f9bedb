func.func @main(%x: tensor<8x5xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<3x5xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [3, 5] : (tensor<8x5xf32>, tensor<i32>, tensor<i32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
