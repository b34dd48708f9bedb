// Windows. A dimension passes through where each window is the element at its own index.

func.func @reduces(%x: tensor<4x8xf32>, %s: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x4xf32>, tensor<4x8xf32>) {
  // As many windows as elements, but each has its neighbours.
  // rule: ([i, j], [])->([i, j]) {i=4, j=8} permutation={j}
  %0 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 1, 3>,
      padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  // rule: ([i, j], [])->([i, j]) {i=4, j=4} permutation={j}
  %1 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
  // rule: ([i, j], [])->([i, j]) {i=4, j=8}
  %2 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  // Windows of one element that skip some, or that begin beside the operand.
  // rule: ([i, j], [])->([i, j]) {i=4, j=4} permutation={j}
  %3 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
  // rule: ([i, j], [])->([i, j]) {i=4, j=9} permutation={j}
  %4 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 1, 1>,
      padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x9xf32>
  // rule: ([i, j], [])->([i, j]) {i=5, j=8} permutation={i}
  %5 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 1, 1>,
      padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<5x8xf32>
  return %0, %1, %2 : tensor<4x8xf32>, tensor<4x4xf32>, tensor<4x8xf32>
}

// The source counts windows: 4, of 2 elements each.
func.func @scatters(%x: tensor<4x8xf32>, %y: tensor<4x4xf32>, %s: tensor<f32>) -> tensor<4x8xf32> {
  // rule: ([i, k], [i, j], [])->([i, k]) {i=4, j=4, k=8} need_replication={j} permutation={k}
  %0 = "stablehlo.select_and_scatter"(%x, %y, %s) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// ---- collectives that change a shape --------------------------------------------------------------------------------------

func.func @collectives(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // rule: ([i, j], [i, j])->([i, k], [i, k]) {i=4, j=3, k=6} need_replication={j, k}
  %0:2 = "stablehlo.all_gather"(%x, %x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
      : (tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>)
  // rule: ([i, k])->([j, l]) {i=4, j=2, k=3, l=6} need_replication={i, j, k, l}
  %1 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x3xf32>) -> tensor<2x6xf32>
  // rule: ([j, i])->([k, i]) {i=3, j=4, k=4} need_replication={j, k}
  %2 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // rule: ([j, i])->([k, i]) {i=3, j=4, k=2} need_replication={j, k}
  %3 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<4x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<4x3xf32>
}
