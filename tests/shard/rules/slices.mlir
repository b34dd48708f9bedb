// Parts of tensors.

func.func @known_starts(%x: tensor<4x6xf32>, %s: tensor<f32>) -> (tensor<4x8xf32>, tensor<3x6xf32>) {
  // rule: ([i, j], [])->([i, j]) {i=4, j=6} permutation={j}
  %0 = stablehlo.pad %x, %s, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x8xf32>
  // rule: ([i, j], [])->([i, j]) {i=4, j=6}
  %1 = stablehlo.pad %x, %s, low = [0, 1], high = [0, -1], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  // rule: ([i, j])->([i, j]) {i=4, j=6} permutation={i}
  %2 = stablehlo.slice %x [1:4, 0:6] : (tensor<4x6xf32>) -> tensor<3x6xf32>
  return %0, %2 : tensor<4x8xf32>, tensor<3x6xf32>
}

func.func @starts_in_a_run(%x: tensor<4x6xf32>, %u: tensor<4x2xf32>, %i: tensor<i32>) -> (tensor<4x2xf32>, tensor<4x6xf32>) {
  // rule: ([i, j], [], [])->([i, j]) {i=4, j=6} need_replication={j} blocked_propagation={j}
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [4, 2] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  // Dimension 1 of the operand, j, stays sharded; that of the update, k, does not.
  // rule: ([i, j], [i, k], [], [])->([i, j]) {i=4, j=6, k=2} need_replication={k}
  %1 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4x6xf32>, tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<4x6xf32>
}
