// gather and scatter: what becomes of each role that a dimension may have.

// Dimension 0 of the operand and 1 of the indices are batching dims; 1 of the operand is collapsed and indexed; 2 is a whole window.
func.func @gather_batching(%x: tensor<7x5x4xf32>, %i: tensor<3x7x1xi64>) -> tensor<3x7x4xf32> {
  // rule: ([j, l, k], [i, j, m])->([i, j, k]) {i=3, j=7, k=4, l=5, m=1} reduction={l} need_replication={m}
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1],
      operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>,
      slice_sizes = array<i64: 1, 1, 4>}> : (tensor<7x5x4xf32>, tensor<3x7x1xi64>) -> tensor<3x7x4xf32>
  return %r : tensor<3x7x4xf32>
}

// Windows: k is taken in part, l whole, and one element of m: that element is result dimension n.
func.func @gather_windows(%x: tensor<3x4x2x5xf32>, %i: tensor<2x3x3xi64>) -> tensor<2x3x2x2x1xf32> {
  // rule: ([o, k, l, m], [i, j, p])->([i, j, k, l, n]) {i=2, j=3, k=4, l=2, m=5, n=1, o=3, p=3} reduction={m, o} need_replication={k, n, p} blocked_propagation={k}
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3, 4], collapsed_slice_dims = [0],
      start_index_map = [0, 1, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2, 1>}>
      : (tensor<3x4x2x5xf32>, tensor<2x3x3xi64>) -> tensor<2x3x2x2x1xf32>
  return %r : tensor<2x3x2x2x1xf32>
}

// Every element of the indices is a vector; dimension 1 of the operand is collapsed and no index is for it: a factor
// of size 1, whatever its extent.
func.func @gather_implicit_vector(%x: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32> {
  // rule: ([m, n, l], [i, j, k])->([i, j, k, l]) {i=2, j=3, k=2, l=2, m=3, n=1} reduction={m} need_replication={n}
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1],
      start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2>}>
      : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return %r : tensor<2x3x2x2xf32>
}

// The vectors are columns: the batch dimension of the indices is the one behind.
func.func @gather_vector_in_front(%x: tensor<4x5xf32>, %i: tensor<2x3xi64>) -> tensor<3xf32> {
  // rule: ([j, k], [l, i])->([i]) {i=3, j=4, k=5, l=2} reduction={j, k} need_replication={l}
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1],
      index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x5xf32>, tensor<2x3xi64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// The window stands before the batch, is whole and indexed; one of extent 1 is whole too.
func.func @gather_whole_windows(%x: tensor<6x1x4xf32>, %i: tensor<3x2xi64>) -> tensor<6x1x3xf32> {
  // rule: ([i, j, l], [k, m])->([i, j, k]) {i=6, j=1, k=3, l=4, m=2} reduction={l} need_replication={m}
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [2],
      start_index_map = [0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 6, 1, 1>}>
      : (tensor<6x1x4xf32>, tensor<3x2xi64>) -> tensor<6x1x3xf32>
  return %r : tensor<6x1x3xf32>
}

func.func @gather_one_element(%x: tensor<4xf32>, %i: tensor<1xi64>, %j: tensor<i64>) -> (tensor<f32>, tensor<f32>) {
  // rule: ([i], [j])->([]) {i=4, j=1} reduction={i} need_replication={j}
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>,
      slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<1xi64>) -> tensor<f32>
  // rule: ([i], [])->([]) {i=4} reduction={i}
  %s = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>,
      slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<i64>) -> tensor<f32>
  return %r, %s : tensor<f32>, tensor<f32>
}

// ---- scatter ------------------------------------------------------------------------------------------------------------

// As the gather above; what only the indices and updates have is combined.
func.func @scatter_batching(%x: tensor<7x5x4xf32>, %i: tensor<3x7x1xi64>, %u: tensor<3x7x4xf32>) -> tensor<7x5x4xf32> {
  // rule: ([j, l, k], [i, j, m], [i, j, k])->([j, l, k]) {i=3, j=7, k=4, l=5, m=1} reduction={i} need_replication={m}
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2],
      inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // rule: ([], [])->([])
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<7x5x4xf32>, tensor<3x7x1xi64>, tensor<3x7x4xf32>) -> tensor<7x5x4xf32>
  return %r : tensor<7x5x4xf32>
}

// A window taken in part has a factor of the operand, k, and one of the updates, l; m is whole; n is inserted.
func.func @scatter_windows(%x: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32> {
  // rule: ([n, k, m], [i, j, o], [i, j, l, m])->([n, k, m]) {i=2, j=3, k=4, l=2, m=2, n=3, o=2} reduction={i, j} need_replication={k, l, o}
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return %r : tensor<3x4x2xf32>
}

// Two inputs that are combined by different ops cannot be combined by one.
func.func @scatter_mixed(%x: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32> {
  // rule: ([n, k, m], [n, k, m], [i, j, o], [i, j, l, m], [i, j, l, m])->([n, k, m], [n, k, m]) {i=2, j=3, k=4, l=2, m=2, n=3, o=2} need_replication={i, j, k, l, o}
  %r:2 = "stablehlo.scatter"(%x, %x, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %s = stablehlo.add %a, %c : tensor<f32>
    %t = stablehlo.multiply %b, %d : tensor<f32>
    stablehlo.return %s, %t : tensor<f32>, tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>, tensor<2x3x2x2xf32>)
      -> (tensor<3x4x2xf32>, tensor<3x4x2xf32>)
  return %r#0 : tensor<3x4x2xf32>
}

func.func @scatter_alike(%x: tensor<9x4xf32>, %i: tensor<5x1xi64>, %u: tensor<5x4xf32>) -> tensor<9x4xf32> {
  // rule: ([k, j], [k, j], [i, l], [i, j], [i, j])->([k, j], [k, j]) {i=5, j=4, k=9, l=1} reduction={i} need_replication={l}
  %r:2 = "stablehlo.scatter"(%x, %x, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %s = stablehlo.minimum %a, %c : tensor<f32>
    %t = stablehlo.minimum %b, %d : tensor<f32>
    stablehlo.return %s, %t : tensor<f32>, tensor<f32>
  }) : (tensor<9x4xf32>, tensor<9x4xf32>, tensor<5x1xi64>, tensor<5x4xf32>, tensor<5x4xf32>) -> (tensor<9x4xf32>, tensor<9x4xf32>)
  return %r#0 : tensor<9x4xf32>
}

// The later update stands, so the updates of two devices have no order.
func.func @scatter_replaces(%x: tensor<9x4xf32>, %i: tensor<5x1xi64>, %u: tensor<5x4xf32>) -> tensor<9x4xf32> {
  // rule: ([k, j], [i, l], [i, j])->([k, j]) {i=5, j=4, k=9, l=1} need_replication={i, l}
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<9x4xf32>, tensor<5x1xi64>, tensor<5x4xf32>) -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}

func.func @scatter_subtracts(%x: tensor<9xi32>, %i: tensor<5x1xi64>, %u: tensor<5xi32>) -> tensor<9xi32> {
  // rule: ([j], [i, k], [i])->([j]) {i=5, j=9, k=1} need_replication={i, k}
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.subtract %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<9xi32>, tensor<5x1xi64>, tensor<5xi32>) -> tensor<9xi32>
  return %r : tensor<9xi32>
}

func.func @scatter_or(%x: tensor<9xi32>, %i: tensor<5xi64>, %u: tensor<5xi32>) -> tensor<9xi32> {
  // rule: ([j], [i], [i])->([j]) {i=5, j=9} reduction={i}
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.or %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<9xi32>, tensor<5xi64>, tensor<5xi32>) -> tensor<9xi32>
  return %r : tensor<9xi32>
}

// One update that covers all but one row; and a dimension that is inserted without an index for it.
func.func @scatter_one(%x: tensor<9x4x6xf32>, %i: tensor<1xi64>, %u: tensor<8x4xf32>) -> tensor<9x4x6xf32> {
  // rule: ([i, k, l], [m], [j, k])->([i, k, l]) {i=9, j=8, k=4, l=1, m=1} need_replication={i, j, l, m}
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1],
      inserted_window_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x4x6xf32>, tensor<1xi64>, tensor<8x4xf32>) -> tensor<9x4x6xf32>
  return %r : tensor<9x4x6xf32>
}
