// What follows from indices that are known: numbers by hand.

// Starts that fit are 0 to 4: 7 and -2 are clamped to 4 and 0.
func.func @clamped(%t: tensor<6x3xf32>) -> tensor<4x2x3xf32> {
  %i = stablehlo.constant dense<[[1], [7], [-2], [4]]> : tensor<4x1xi32>
  // expected-warning@+2 {{1 of 4 index vectors are negative, and are not counted from the end here; the first, at [2, 0] of start_indices, is -2 [negative]}}
  // expected-warning@+1 {{stablehlo.gather: 2 of 4 index vectors are out of bounds and are clamped; the first, at [1, 0] of start_indices, is 7, where dimension 0 of operand takes 0 to 4, and 4 is used; then [2, 0] is -2 [out-of-bounds]}}
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3>}> : (tensor<6x3xf32>, tensor<4x1xi32>) -> tensor<4x2x3xf32>
  return %r : tensor<4x2x3xf32>
}

// -----

// Counted from 0 and tripled: 0, 3, 6, in bounds and ascending.
func.func @iota(%t: tensor<7x3xf32>) -> tensor<3x3xf32> {
  %n = stablehlo.iota dim = 0 : tensor<3x1xi64>
  %three = stablehlo.constant dense<3> : tensor<3x1xi64>
  %i = stablehlo.multiply %n, %three : tensor<3x1xi64>
  // expected-remark@+2 {{all 3 index vectors are known and in bounds [in-bounds]}}
  // expected-remark@+1 {{all 3 index vectors of start_indices are sorted [promise]}}
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<7x3xf32>, tensor<3x1xi64>) -> tensor<3x3xf32>
  return %r : tensor<3x3xf32>
}

// -----

// Another row, silently: every index is beyond the end.
func.func @always(%t: tensor<5xf32>, %x: tensor<4x1xi32>) -> tensor<4xf32> {
  %low = stablehlo.constant dense<5> : tensor<i32>
  %high = stablehlo.constant dense<9> : tensor<i32>
  %i = stablehlo.clamp %low, %x, %high : (tensor<i32>, tensor<4x1xi32>, tensor<i32>) -> tensor<4x1xi32>
  // expected-warning@+1 {{all 4 index vectors are out of bounds and are clamped: component 0 of start_indices is from 5 to 9, where dimension 0 of operand takes 0 to 4 [out-of-bounds]}}
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An input, but held to 0 to 4.
func.func @held(%t: tensor<5xf32>, %x: tensor<4x1xi32>) -> tensor<4xf32> {
  %low = stablehlo.constant dense<0> : tensor<i32>
  %high = stablehlo.constant dense<4> : tensor<i32>
  %i = stablehlo.clamp %low, %x, %high : (tensor<i32>, tensor<4x1xi32>, tensor<i32>) -> tensor<4x1xi32>
  // expected-remark@+1 {{every index is in bounds: component 0 of start_indices is from 0 to 4, where dimension 0 of operand takes 0 to 4 [in-bounds]}}
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A dynamic slice: its start is an operand of each own.
func.func @inline(%t: tensor<8x8xf32>, %x: tensor<i32>) -> tensor<3x8xf32> {
  %six = stablehlo.constant dense<6> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-warning@+1 {{1 of 1 index vectors are out of bounds and are clamped; the first, at [0] of start_indices, is 6, where dimension 0 of operand takes 0 to 5, and 5 is used}}
  %r = stablehlo.dynamic_slice %t, %six, %zero, sizes = [3, 8] : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}

// -----

// Eight bits do not reach row 299: 128 to 299 are never read, however the indices were widened.
func.func @narrow(%t: tensor<300xf32>, %x: tensor<4x1xi8>) -> tensor<4xf32> {
  %i = stablehlo.convert %x : (tensor<4x1xi8>) -> tensor<4x1xi32>
  // expected-warning@+1 {{an index of 8 bits, -128 to 127, never names 128 to 299 of dimension 0 of operand [unreachable]}}
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<300xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// 256 rows are what an unsigned one reaches.
func.func @wide_enough(%t: tensor<256xf32>, %i: tensor<4x1xui8>) -> tensor<4xf32> {
  // expected-remark@+1 {{every index is in bounds: component 0 of start_indices is from 0 to 255}}
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<256xf32>, tensor<4x1xui8>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Promises that are false: 2 comes after 3, and 3 twice.
func.func @promises(%t: tensor<5x2xf32>, %u: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<5x2xf32>) {
  %i = stablehlo.constant dense<[[1], [3], [2], [3]]> : tensor<4x1xi32>
  // expected-warning@+2 {{indices_are_sorted is promised, but 1 index vector of 4 starts before the one in front; the first is at [2, 0] of start_indices [false-promise]}}
  // expected-remark@+1 {{in bounds}}
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = true}> : (tensor<5x2xf32>, tensor<4x1xi32>) -> tensor<4x2xf32>
  // expected-warning@+2 {{unique indices are promised, but 1 of 4 index vectors name a place again; the first is at [3, 0] of scatter_indices [false-promise]}}
  // expected-remark@+1 {{in bounds}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<5x2xf32>
  return %r, %s : tensor<4x2xf32>, tensor<5x2xf32>
}

// -----

// Windows of two elements that begin at 0 and 1 have one in common.
func.func @overlap(%t: tensor<5xf32>, %u: tensor<2x2xf32>) -> tensor<5xf32> {
  %i = stablehlo.constant dense<[[0], [1]]> : tensor<2x1xi32>
  // expected-warning@+3 {{unique indices are promised, but windows of scatter_indices overlap in input [false-promise]}}
  // expected-remark@+2 {{in bounds}}
  // expected-remark@+1 {{all 2 index vectors of scatter_indices are sorted}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5xf32>, tensor<2x1xi32>, tensor<2x2xf32>) -> tensor<5xf32>
  return %s : tensor<5xf32>
}

// -----

// Dropped, and written over; the sum of the second loses nothing, but its last bits depend on the order.
func.func @lost(%t: tensor<5xf32>, %u: tensor<4xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %i = stablehlo.constant dense<[[0], [5], [2], [2]]> : tensor<4x1xi32>
  // expected-warning@+2 {{1 of 4 index vectors are out of bounds and have their updates dropped where these lie outside; the first, at [1, 0] of scatter_indices, is 5, where dimension 0 of input takes 0 to 4 [out-of-bounds]}}
  // expected-warning@+1 {{1 of 4 index vectors replace what an earlier one has written; the first is at [3, 0] of scatter_indices; 1 element of input gets several updates, up to 2 at [2] [overwritten]}}
  %r = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<5xf32>
  // expected-warning@+2 {{1 of 4 index vectors are out of bounds}}
  // expected-warning@+1 {{1 element of input gets several updates, up to 2 at [2]: added in another order, a sum has other last bits, and lies within (n-1)*u*sum|x| of the exact one, of n values x, u = 2^-24 [float-order]}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<5xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<5xf32>
  return %r, %s : tensor<5xf32>, tensor<5xf32>
}

// -----

// Unique and sorted, and it could be said.
func.func @both(%t: tensor<5xf32>, %u: tensor<3xf32>) -> tensor<5xf32> {
  %i = stablehlo.constant dense<[[0], [2], [3]]> : tensor<3x1xi32>
  // expected-remark@+3 {{in bounds}}
  // expected-remark@+2 {{all 3 index vectors of scatter_indices are sorted [promise]}}
  // expected-remark@+1 {{all 3 index vectors of scatter_indices reach elements of their own [promise]}}
  %r = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

// The batch as an iota; the window keeps a dimension of one element.
func.func @forms(%t: tensor<3x8x4xf32>, %x: tensor<3x5x1xi32>) -> tensor<3x5x1x4xf32> {
  %b = stablehlo.iota dim = 0 : tensor<3x5x1xi32>
  %i = stablehlo.concatenate %b, %x, dim = 2 : (tensor<3x5x1xi32>, tensor<3x5x1xi32>) -> tensor<3x5x2xi32>
  // expected-remark@+2 {{index components for dimensions [0] of operand only count along dimensions [0] of start_indices [hidden-batching]}}
  // expected-remark@+1 {{the window has one element along dimension 1 of operand, and a dimension for it [unit-window]}}
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x8x4xf32>, tensor<3x5x2xi32>) -> tensor<3x5x1x4xf32>
  return %r : tensor<3x5x1x4xf32>
}

// -----

// The same gather again, and one that nobody uses. What they are given is not known: nothing else is said.
func.func @again(%t: tensor<5xf32>, %i: tensor<4x1xi32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  // expected-remark@+1 {{it is the same as the one at line }}
  %s = "stablehlo.gather"(%t, %i) <{slice_sizes = array<i64: 1>, dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<5xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  // expected-remark@+1 {{nothing uses its result [unused]}}
  %u = "stablehlo.gather"(%t, %i) <{slice_sizes = array<i64: 1>, dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<5xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}

// -----

// Extents that are open, ops that cannot run, ops in branches: what is known is said, nothing else is.
func.func @unknown(%t: tensor<?xf32>, %f: tensor<3xf32>, %c: tensor<i1>) -> tensor<2xf32> {
  %i = stablehlo.constant dense<[[1], [8]]> : tensor<2x1xi32>
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<2x1xi32>) -> tensor<2xf32>
  %a = "stablehlo.if"(%c) ({
    // expected-warning@+1 {{1 of 2 index vectors are out of bounds and are clamped; the first, at [1, 0] of start_indices, is 8}}
    %x = "stablehlo.gather"(%f, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xf32>, tensor<2x1xi32>) -> tensor<2xf32>
    stablehlo.return %x : tensor<2xf32>
  }, {
    %j = "host.indices"(%r) : (tensor<2xf32>) -> tensor<2x1xi32>
    %x = "stablehlo.gather"(%f, %j) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xf32>, tensor<2x1xi32>) -> tensor<2xf32>
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %a : tensor<2xf32>
}
