func.func @main(%arg0: tensor<5x6x4x4xf32>, %arg1: tensor<4x4x4xf32>, %arg2: tensor<5x6x1xindex>) {
  %0 = scatter %arg0 into %arg1[%arg2] coordinates = [0] : tensor<5x6x4x4xf32> into tensor<4x4x4xf32>[tensor<5x6x1xindex>] -> tensor<4x4x4xf32>
  %1 = scatter %arg0 into %arg1[%arg2] coordinates = [1] {note = 1 : i64} : tensor<5x6x4x4xf32> into tensor<4x4x4xf32>[tensor<5x6x1xindex>] -> tensor<4x4x4xf32>
  %2 = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([2]) unique : (tensor<5x6x4x4xf32>, tensor<4x4x4xf32>, tensor<5x6x1xindex>) -> tensor<4x4x4xf32>
  return
}
