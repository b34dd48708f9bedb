// Matrices that are computed as a whole, rows that are sorted or transformed, and random bits.

func.func @matrices(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>, %c: tensor<4x4xf32>, %d: tensor<3x4xf32>) -> tensor<2x4x3xf32> {
  // rule: ([i, j, k])->([i, j, k]) {i=2, j=4, k=4} need_replication={j, k}
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x4x4xf32>
  // a x = b: a's rows are b's, j; b's columns are x's, k; a's columns are x's rows, l.
  // rule: ([i, j, l], [i, j, k])->([i, l, k]) {i=2, j=4, k=3, l=4} need_replication={j, k, l}
  %1 = "stablehlo.triangular_solve"(%0, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>,
      unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  // The rows of a transposed are the columns of a.
  // rule: ([i, l, j], [i, j, k])->([i, l, k]) {i=2, j=4, k=3, l=4} need_replication={j, k, l}
  %2 = "stablehlo.triangular_solve"(%0, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>,
      unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  // x a = b: x's rows are b's, i; a's columns are b's, j; a's rows are x's columns, k.
  // rule: ([k, j], [i, j])->([i, k]) {i=3, j=4, k=4} need_replication={i, j, k}
  %3 = "stablehlo.triangular_solve"(%c, %d) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>,
      unit_diagonal = false}> : (tensor<4x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  // rule: ([j, k], [i, j])->([i, k]) {i=3, j=4, k=4} need_replication={i, j, k}
  %4 = "stablehlo.triangular_solve"(%c, %d) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>,
      unit_diagonal = false}> : (tensor<4x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %2 : tensor<2x4x3xf32>
}

// The last dimension of a real transform is cut in half: nothing is spread along it.
func.func @transforms(%x: tensor<2x3x8xcomplex<f32>>, %y: tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>> {
  // rule: ([i, j, k])->([i, j, k]) {i=2, j=3, k=8} need_replication={k}
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<2x3x8xcomplex<f32>>) -> tensor<2x3x8xcomplex<f32>>
  // rule: ([i, j, k])->([i, j, k]) {i=2, j=3, k=8} need_replication={j, k}
  %1 = stablehlo.fft %x, type = IFFT, length = [3, 8] : (tensor<2x3x8xcomplex<f32>>) -> tensor<2x3x8xcomplex<f32>>
  // rule: ([i, j])->([i, j]) {i=2, j=8} need_replication={j} blocked_propagation={j}
  %2 = stablehlo.fft %y, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
  return %2 : tensor<2x5xcomplex<f32>>
}

func.func @sorts(%x: tensor<4x8xf32>, %y: tensor<1x8xf32>, %z: tensor<4x8xi32>) -> tensor<4x8xf32> {
  // rule: ([i, j], [i, j])->([i, j], [i, j]) {i=4, j=8} need_replication={j}
  %0:2 = "stablehlo.sort"(%x, %z) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    // rule: ([], [])->([])
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
  // There is no other dimension to shard.
  // rule: ([i, j])->([i, j]) {i=1, j=8} need_replication={j} blocked_propagation={j}
  %1 = "stablehlo.sort"(%y) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  // A dimension that counts from the end is none that upstream compares with.
  // rule: ([i, j])->([i, j]) {i=4, j=8}
  %2 = "stablehlo.sort"(%x) <{dimension = -1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0#0 : tensor<4x8xf32>
}

func.func @random(%s: tensor<2xui64>) -> tensor<4x5xui32> {
  // rule: ([i])->([i], [j, k]) {i=2, j=4, k=5} need_replication={i} blocked_propagation={i}
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x5xui32>)
  return %0#1 : tensor<4x5xui32>
}
