// Ops that put elements in other places.

// Dimension 1 of the operand is expanded: it and dimension 2 of the result have nothing in common.
func.func @broadcast(%x: tensor<3x1xf32>, %y: tensor<2x3xf32>, %z: tensor<f32>, %o: tensor<1x2xf32>)
    -> (tensor<3x5x4xf32>, tensor<3x2xf32>, tensor<4xf32>, tensor<1x2xf32>) {
  // rule: ([i, k])->([i, j, l]) {i=3, j=5, k=1, l=4}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<3x1xf32>) -> tensor<3x5x4xf32>
  // rule: ([j, i])->([i, j]) {i=3, j=2}
  %1 = stablehlo.broadcast_in_dim %y, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // rule: ([])->([i]) {i=4}
  %2 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<4xf32>
  // rule: ([i, j])->([i, j]) {i=1, j=2}
  %3 = stablehlo.broadcast_in_dim %o, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0, %1, %2, %3 : tensor<3x5x4xf32>, tensor<3x2xf32>, tensor<4xf32>, tensor<1x2xf32>
}

func.func @transpose_reverse(%x: tensor<2x3x4xf32>) -> (tensor<4x2x3xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  // rule: ([j, k, i])->([i, j, k]) {i=4, j=2, k=3}
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  // rule: ([i, j, k])->([i, j, k]) {i=2, j=3, k=4} permutation={i, k}
  %1 = stablehlo.reverse %x, dims = [0, 2] : tensor<2x3x4xf32>
  // rule: ([i, j, k])->([i, j, k]) {i=2, j=3, k=4}
  %2 = stablehlo.reverse %x, dims = [] : tensor<2x3x4xf32>
  return %0, %1, %2 : tensor<4x2x3xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

func.func @bitcast(%x: tensor<2x3xf32>, %y: tensor<2x3x4xi8>) -> (tensor<2x3x4xi8>, tensor<2x3xf32>, tensor<2x3xi32>) {
  // rule: ([i, j])->([i, j, k]) {i=2, j=3, k=4} need_replication={k}
  %0 = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3x4xi8>
  // rule: ([i, j, k])->([i, j]) {i=2, j=3, k=4} need_replication={k}
  %1 = stablehlo.bitcast_convert %y : (tensor<2x3x4xi8>) -> tensor<2x3xf32>
  // rule: ([i, j])->([i, j]) {i=2, j=3}
  %2 = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %0, %1, %2 : tensor<2x3x4xi8>, tensor<2x3xf32>, tensor<2x3xi32>
}

// What is joined of slices, or of one tensor, moves between neighbours.
func.func @concatenate(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>)
    -> (tensor<4x16xf32>, tensor<8x8xf32>, tensor<4x4xf32>, tensor<4x10xf32>, tensor<4x10xf32>) {
  // rule: ([i, j])->([i, j]) {i=4, j=8} permutation={j}
  %0 = stablehlo.slice %x [0:4, 0:2] : (tensor<4x8xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.slice %y [0:4, 6:8] : (tensor<4x8xf32>) -> tensor<4x2xf32>
  // rule: ([i, j], [i, j])->([i, j]) {i=4, j=16} need_replication={j}
  %2 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  // rule: ([i, j], [i, j])->([i, j]) {i=8, j=8} permutation={i}
  %3 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  // rule: ([i, j], [i, j])->([i, j]) {i=4, j=4} permutation={j}
  %4 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
  // rule: ([i, j], [i, j])->([i, j]) {i=4, j=10} permutation={j}
  %5 = stablehlo.concatenate %0, %x, dim = 1 : (tensor<4x2xf32>, tensor<4x8xf32>) -> tensor<4x10xf32>
  // rule: ([i, j], [i, j])->([i, j]) {i=4, j=10} need_replication={j}
  %6 = stablehlo.concatenate %x, %1, dim = 1 : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x10xf32>
  return %2, %3, %4, %5, %6 : tensor<4x16xf32>, tensor<8x8xf32>, tensor<4x4xf32>, tensor<4x10xf32>, tensor<4x10xf32>
}

// ---- reshape: what both sides have in common, the major factors first ---------------------------------------------------

func.func @reshape_meets(%a: tensor<8x4xf32>, %b: tensor<32xf32>, %c: tensor<2x4xf32>, %d: tensor<4x6xf32>)
    -> (tensor<32xf32>, tensor<8x4xf32>, tensor<4x2xf32>, tensor<8x3xf32>) {
  // rule: ([i, j])->([ij]) {i=8, j=4}
  %0 = stablehlo.reshape %a : (tensor<8x4xf32>) -> tensor<32xf32>
  // rule: ([ij])->([i, j]) {i=8, j=4}
  %1 = stablehlo.reshape %b : (tensor<32xf32>) -> tensor<8x4xf32>
  // rule: ([i, jk])->([ij, k]) {i=2, j=2, k=2}
  %2 = stablehlo.reshape %c : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // rule: ([i, jk])->([ij, k]) {i=4, j=2, k=3}
  %3 = stablehlo.reshape %d : (tensor<4x6xf32>) -> tensor<8x3xf32>
  return %0, %1, %2, %3 : tensor<32xf32>, tensor<8x4xf32>, tensor<4x2xf32>, tensor<8x3xf32>
}

// 2 and 3 have nothing in common: the sides go on alone, k of the operand and l of the result.
func.func @reshape_parts(%a: tensor<2x3xf32>, %b: tensor<10x3xf32>, %c: tensor<3x4xf32>)
    -> (tensor<3x2xf32>, tensor<15x2xf32>, tensor<2x6xf32>) {
  // rule: ([i, k])->([j, l]) {i=2, j=3, k=3, l=2}
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // 5 is common to 10 and 15; then 2 against 3 ...
  // rule: ([ij, l])->([ik, m]) {i=5, j=2, k=3, l=3, m=2}
  %1 = stablehlo.reshape %b : (tensor<10x3xf32>) -> tensor<15x2xf32>
  // 3 against 2; the result goes on by 6 / gcd(4, 6) = 3 to 6; the operand by 6 / 3 = 2 to 6, where they meet; 2 is left of both.
  // rule: ([i, lm])->([j, km]) {i=3, j=2, k=3, l=2, m=2}
  %2 = stablehlo.reshape %c : (tensor<3x4xf32>) -> tensor<2x6xf32>
  return %0, %1, %2 : tensor<3x2xf32>, tensor<15x2xf32>, tensor<2x6xf32>
}

func.func @reshape_ones(%a: tensor<1x4xf32>, %b: tensor<1xf32>, %c: tensor<f32>, %d: tensor<0x4xf32>)
    -> (tensor<4x1xf32>, tensor<f32>, tensor<1x1xf32>, tensor<4x0xf32>) {
  // rule: ([i, j])->([j, k]) {i=1, j=4, k=1}
  %0 = stablehlo.reshape %a : (tensor<1x4xf32>) -> tensor<4x1xf32>
  // rule: ([i])->([]) {i=1}
  %1 = stablehlo.reshape %b : (tensor<1xf32>) -> tensor<f32>
  // rule: ([])->([i, j]) {i=1, j=1}
  %2 = stablehlo.reshape %c : (tensor<f32>) -> tensor<1x1xf32>
  // rule: none
  %3 = stablehlo.reshape %d : (tensor<0x4xf32>) -> tensor<4x0xf32>
  return %0, %1, %2, %3 : tensor<4x1xf32>, tensor<f32>, tensor<1x1xf32>, tensor<4x0xf32>
}
