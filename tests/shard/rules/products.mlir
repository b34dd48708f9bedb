// Sums of products, and reductions: what goes into a sum is a reduction factor.

func.func @dot(%m: tensor<4x5xf32>, %n: tensor<5x6xf32>, %v: tensor<5xf32>)
    -> (tensor<4x6xf32>, tensor<6xf32>, tensor<4xf32>, tensor<f32>) {
  // rule: ([i, k], [k, j])->([i, j]) {i=4, j=6, k=5} reduction={k}
  %0 = stablehlo.dot %m, %n : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  // rule: ([j], [j, i])->([i]) {i=6, j=5} reduction={j}
  %1 = stablehlo.dot %v, %n : (tensor<5xf32>, tensor<5x6xf32>) -> tensor<6xf32>
  // rule: ([i, j], [j])->([i]) {i=4, j=5} reduction={j}
  %2 = stablehlo.dot %m, %v : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4xf32>
  // rule: ([i], [i])->([]) {i=5} reduction={i}
  %3 = stablehlo.dot %v, %v : (tensor<5xf32>, tensor<5xf32>) -> tensor<f32>
  return %0, %1, %2, %3 : tensor<4x6xf32>, tensor<6xf32>, tensor<4xf32>, tensor<f32>
}

// Batching, then what is free on the left, on the right, then what is contracted.
func.func @dot_general(%x: tensor<2x3x4xf32>, %y: tensor<4x2x5xf32>, %z: tensor<3x4x5x6xf32>) -> tensor<2x3x5xf32> {
  // rule: ([i, j, l], [l, i, k])->([i, j, k]) {i=2, j=3, k=5, l=4} reduction={l}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [1], contracting_dims = [2] x [0]
      : (tensor<2x3x4xf32>, tensor<4x2x5xf32>) -> tensor<2x3x5xf32>
  // rule: ([i, l, m], [l, m, j, k])->([i, j, k]) {i=2, j=5, k=6, l=3, m=4} reduction={l, m}
  %1 = stablehlo.dot_general %x, %z, contracting_dims = [1, 2] x [0, 1] : (tensor<2x3x4xf32>, tensor<3x4x5x6xf32>) -> tensor<2x5x6xf32>
  return %0 : tensor<2x3x5xf32>
}

// ---- convolution --------------------------------------------------------------------------------------------------------

// 6 windows of 3 over 8 elements: the windows come first, and 8 / 6 leaves nothing for their elements.
func.func @images(%x: tensor<2x8x8x3xf32>, %k: tensor<3x3x3x16xf32>) -> tensor<2x6x6x16xf32> {
  // rule: ([i, j, k, l], [n, o, l, m])->([i, j, k, m]) {i=2, j=6, k=6, l=3, m=16, n=1, o=1} reduction={l} permutation={j, k}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x6x6x16xf32>
  return %0 : tensor<2x6x6x16xf32>
}

// 4 windows of 3 that do not overlap: 12 = 4 * 3. The one output feature has no factor of its own.
func.func @apart(%x: tensor<1x12x2xf32>, %k: tensor<3x2x1xf32>) -> tensor<1x4x1xf32> {
  // rule: ([i, jk, l], [k, l, m])->([i, j, n]) {i=1, j=4, k=3, l=2, m=1, n=1} reduction={k, l} permutation={j}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [3]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x12x2xf32>, tensor<3x2x1xf32>) -> tensor<1x4x1xf32>
  return %0 : tensor<1x4x1xf32>
}

// 3 windows of 3: where both are as large, the windows come first.
func.func @as_many(%x: tensor<2x9x2xf32>, %k: tensor<3x2x4xf32>) -> tensor<2x3x4xf32> {
  // rule: ([i, jk, l], [k, l, m])->([i, j, m]) {i=2, j=3, k=3, l=2, m=4} reduction={k, l} permutation={j}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [3]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x2xf32>, tensor<3x2x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// 2 windows of 5: their elements come first, and take all.
func.func @long_windows(%x: tensor<4x6x2xf32>, %k: tensor<5x2x8xf32>) -> tensor<4x2x8xf32> {
  // rule: ([i, j, k], [j, k, l])->([i, m, l]) {i=4, j=5, k=2, l=8, m=1} reduction={j, k}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x2xf32>, tensor<5x2x8xf32>) -> tensor<4x2x8xf32>
  return %0 : tensor<4x2x8xf32>
}

// Groups are the major factor of what they divide.
func.func @groups(%x: tensor<4x6x8xf32>, %k: tensor<3x2x16xf32>, %y: tensor<4x6x3xf32>, %l: tensor<3x3x8xf32>)
    -> (tensor<4x4x16xf32>, tensor<2x4x8xf32>) {
  // rule: ([i, j, kl], [n, l, km])->([i, j, km]) {i=4, j=4, k=4, l=2, m=4, n=1} reduction={l} permutation={j}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<4x6x8xf32>, tensor<3x2x16xf32>) -> tensor<4x4x16xf32>
  // rule: ([ij, k, l], [n, l, im])->([j, k, im]) {i=2, j=2, k=4, l=3, m=4, n=1} reduction={l} permutation={k}
  %1 = stablehlo.convolution(%y, %l) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
      {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x6x3xf32>, tensor<3x3x8xf32>) -> tensor<2x4x8xf32>
  return %0, %1 : tensor<4x4x16xf32>, tensor<2x4x8xf32>
}

// A group of one feature, and of one image: the groups are the only factor, and the kernel's and the result's ones have their own.
func.func @groups_of_one(%x: tensor<4x6x8xf32>, %k: tensor<3x1x8xf32>, %y: tensor<2x6x3xf32>, %l: tensor<3x3x2xf32>)
    -> (tensor<4x4x8xf32>, tensor<1x4x2xf32>) {
  // rule: ([i, j, k], [l, m, k])->([i, j, k]) {i=4, j=4, k=8, l=1, m=1} permutation={j}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<4x6x8xf32>, tensor<3x1x8xf32>) -> tensor<4x4x8xf32>
  // rule: ([i, j, k], [l, k, i])->([m, j, i]) {i=2, j=4, k=3, l=1, m=1} reduction={k} permutation={j}
  %1 = stablehlo.convolution(%y, %l) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
      {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x6x3xf32>, tensor<3x3x2xf32>) -> tensor<1x4x2xf32>
  return %0, %1 : tensor<4x4x8xf32>, tensor<1x4x2xf32>
}

// ---- reduce -------------------------------------------------------------------------------------------------------------

func.func @reduce(%x: tensor<2x3x4xf32>, %y: tensor<2x3x4xi32>, %s: tensor<f32>, %t: tensor<i32>)
    -> (tensor<2x4xf32>, tensor<3xf32>, tensor<f32>) {
  // rule: ([i, j, k], [])->([i, k]) {i=2, j=3, k=4} reduction={j}
  %0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  // rule: ([i, j, k], [i, j, k], [], [])->([j], [j]) {i=2, j=3, k=4} reduction={i, k}
  %1:2 = stablehlo.reduce(%x init: %s), (%y init: %t) across dimensions = [2, 0]
      : (tensor<2x3x4xf32>, tensor<2x3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
      reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    stablehlo.return %a, %c : tensor<f32>, tensor<i32>
  }
  // rule: ([i, j], [])->([]) {i=2, j=4} reduction={i, j}
  %2 = stablehlo.reduce(%0 init: %s) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1#0, %2 : tensor<2x4xf32>, tensor<3xf32>, tensor<f32>
}
