// Why two backends differ: updates that meet, windows that are cut, negative indices. What may happen is a remark, what does a warning.

// Nothing is known of the indices, and no promise is made: the last of two updates stays here.
func.func @replace(%t: tensor<8xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) -> tensor<8xf32> {
  // expected-remark@+1 {{up to 4 updates may meet at one element of input, and the last one in the order of updates stays [overwritten]}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// Promised unique: nothing is said.
func.func @promised(%t: tensor<8xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// One index vector meets none.
func.func @one(%t: tensor<8xf32>, %i: tensor<1x1xi32>, %u: tensor<1xf32>) -> tensor<8xf32> {
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8xf32>, tensor<1x1xi32>, tensor<1xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// Distinct whatever the input is: numbers from %x on, and the order of a sort.
func.func @distinct(%t: tensor<8xi32>, %x: tensor<i32>, %k: tensor<4xf32>, %u: tensor<4xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %n = stablehlo.iota dim = 0 : tensor<4xi32>
  %b = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %sum = stablehlo.add %n, %b : tensor<4xi32>
  %i = stablehlo.reshape %sum : (tensor<4xi32>) -> tensor<4x1xi32>
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
    stablehlo.return %b0 : tensor<i32>
  }) : (tensor<8xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<8xi32>
  %o:2 = "stablehlo.sort"(%k, %n) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %v: tensor<i32>, %w: tensor<i32>):
    %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  %j = stablehlo.reshape %o#1 : (tensor<4xi32>) -> tensor<4x1xi32>
  %r = "stablehlo.scatter"(%t, %j, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
    stablehlo.return %b0 : tensor<i32>
  }) : (tensor<8xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<8xi32>
  return %s, %r : tensor<8xi32>, tensor<8xi32>
}

// -----

// What only looks distinct: an iota with other numbers added, and one that says where windows of two rows begin, which overlap.
func.func @not_distinct(%t: tensor<8xi32>, %x: tensor<4xi32>, %u: tensor<4xi32>, %m: tensor<8x8xi32>, %v: tensor<4x2xi32>) -> (tensor<8xi32>, tensor<8x8xi32>) {
  %n = stablehlo.iota dim = 0 : tensor<4xi32>
  %sum = stablehlo.add %n, %x : tensor<4xi32>
  %i = stablehlo.reshape %sum : (tensor<4xi32>) -> tensor<4x1xi32>
  // expected-remark@+1 {{up to 4 updates may meet at one element of input}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
    stablehlo.return %b0 : tensor<i32>
  }) : (tensor<8xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<8xi32>
  %rows = stablehlo.reshape %n : (tensor<4xi32>) -> tensor<4x1xi32>
  %columns = stablehlo.reshape %x : (tensor<4xi32>) -> tensor<4x1xi32>
  %j = stablehlo.concatenate %rows, %columns, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  // expected-remark@+1 {{up to 4 updates may meet at one element of input}}
  %r = "stablehlo.scatter"(%m, %j, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
    stablehlo.return %b0 : tensor<i32>
  }) : (tensor<8x8xi32>, tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<8x8xi32>
  return %s, %r : tensor<8xi32>, tensor<8x8xi32>
}

// -----

// Batches are apart: of 3 x 4 index vectors the 4 of a batch may meet.
func.func @batches(%t: tensor<3x8xf64>, %i: tensor<3x4x1xi32>, %u: tensor<3x4xf64>) -> tensor<3x8xf64> {
  // expected-remark@+1 {{up to 4 updates may meet at one element of input: added in another order, a sum has other last bits, and lies within (n-1)*u*sum|x| of the exact one, of n values x, u = 2^-53 [float-order]}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<3x8xf64>, tensor<3x4x1xi32>, tensor<3x4xf64>) -> tensor<3x8xf64>
  return %s : tensor<3x8xf64>
}

// -----

// Integers and maxima are the same in every order: nothing is said.
func.func @exact(%t: tensor<8xi32>, %f: tensor<8xf32>, %i: tensor<4x1xi32>, %u: tensor<4xi32>, %v: tensor<4xf32>) -> (tensor<8xi32>, tensor<8xf32>) {
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<8xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<8xi32>
  %r = "stablehlo.scatter"(%f, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8xf32>
  return %s, %r : tensor<8xi32>, tensor<8xf32>
}

// -----

// Products of bf16, whose numbers have 8 bits.
func.func @product(%t: tensor<8xbf16>, %i: tensor<4x1xi32>, %u: tensor<4xbf16>) -> tensor<8xbf16> {
  // expected-remark@+1 {{multiplied in another order, a product of n has other last bits, and lies within about (n-1)*u of itself, u = 2^-8 [float-order]}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %c = stablehlo.multiply %a, %b : tensor<bf16>
    stablehlo.return %c : tensor<bf16>
  }) : (tensor<8xbf16>, tensor<4x1xi32>, tensor<4xbf16>) -> tensor<8xbf16>
  return %s : tensor<8xbf16>
}

// -----

// x - u - v is x - v - u, but u - v is not v - u: whoever combines updates first gives something else.
func.func @difference(%t: tensor<8xi32>, %i: tensor<4x1xi32>, %u: tensor<4xi32>) -> tensor<8xi32> {
  // expected-remark@+1 {{and the region is not commutative, so that updates may not be combined before they are applied: f(-1, 0) is -1 and f(0, -1) is 1 [region-order]}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.subtract %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<8xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<8xi32>
  return %s : tensor<8xi32>
}

// -----

// A mean of two is commutative, not associative; its order shows. Indices are known, and two meet: a warning.
func.func @mean(%t: tensor<8xf32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  %i = stablehlo.constant dense<[[3], [1], [3]]> : tensor<3x1xi32>
  %h = stablehlo.constant dense<0.5> : tensor<f32>
  // expected-remark@+2 {{in bounds}}
  // expected-warning@+1 {{1 element of input gets several updates, up to 2 at [3], and the region is not associative, so that the order of updates shows}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    %d = stablehlo.multiply %c, %h : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// The larger by magnitude is commutative but for ties of another sign; f(1, -1) and f(-1, 1) differ.
func.func @select(%t: tensor<8xi32>, %i: tensor<4x1xi32>, %u: tensor<4xi32>) -> tensor<8xi32> {
  // expected-remark@+1 {{and the region is not commutative, so that the order of updates shows}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %x = stablehlo.multiply %a, %a : tensor<i32>
    %y = stablehlo.multiply %b, %b : tensor<i32>
    %p = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<8xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<8xi32>
  return %s : tensor<8xi32>
}

// -----

// Windows of 3 in 8: starts 6 and -1 are cut, 8 and -3 lie wholly outside.
func.func @cut(%t: tensor<8xi32>, %u: tensor<5x3xi32>) -> tensor<8xi32> {
  %i = stablehlo.constant dense<[[6], [8], [-1], [-3], [2]]> : tensor<5x1xi32>
  // expected-warning@+3 {{4 of 5 index vectors are out of bounds}}
  // expected-warning@+2 {{2 of 5 windows lie partly outside of input, and only their part inside is written; the first, at [0, 0] of scatter_indices, starts at 6, where dimension 0 of input takes 0 to 5; then [2, 0] is -1 [partly-outside]}}
  // expected-warning@+1 {{2 of 5 index vectors are negative, and are not counted from the end here; the first, at [2, 0] of scatter_indices, is -1; then [3, 0] is -3 [negative]}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<8xi32>, tensor<5x1xi32>, tensor<5x3xi32>) -> tensor<8xi32>
  return %s : tensor<8xi32>
}

// -----

// The same windows at places that are not known; and at places that are held to 0 to 5, where none is cut.
func.func @may_be_cut(%t: tensor<8xi32>, %i: tensor<5x1xi32>, %u: tensor<5x3xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  // expected-remark@+1 {{a window has 3 elements along dimension 0 of input, and may lie partly outside: only its part inside is written then [partly-outside]}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<8xi32>, tensor<5x1xi32>, tensor<5x3xi32>) -> tensor<8xi32>
  %low = stablehlo.constant dense<0> : tensor<i32>
  %high = stablehlo.constant dense<5> : tensor<i32>
  %j = stablehlo.clamp %low, %i, %high : (tensor<i32>, tensor<5x1xi32>, tensor<i32>) -> tensor<5x1xi32>
  // expected-remark@+1 {{every index is in bounds}}
  %r = "stablehlo.scatter"(%t, %j, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<8xi32>, tensor<5x1xi32>, tensor<5x3xi32>) -> tensor<8xi32>
  return %s, %r : tensor<8xi32>, tensor<8xi32>
}

// -----

// Windows that begin in different places and overlap: element 1 is written twice, the second time for good.
func.func @overlap(%t: tensor<4xi32>, %u: tensor<2x2xi32>) -> tensor<4xi32> {
  %i = stablehlo.constant dense<[[0], [1]]> : tensor<2x1xi32>
  // expected-remark@+3 {{in bounds}}
  // expected-remark@+2 {{are sorted}}
  // expected-warning@+1 {{1 element of input gets several updates, up to 2 at [1], and the last one in the order of updates stays [overwritten]}}
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<4xi32>
  return %s : tensor<4xi32>
}

// -----

// An interval that reaches below zero; ONNX counts such an index from the end, and nothing is said of it.
func.func @below(%t: tensor<5xf32>, %x: tensor<4x1xi32>) -> tensor<4xf32> {
  %low = stablehlo.constant dense<-2> : tensor<i32>
  %high = stablehlo.constant dense<4> : tensor<i32>
  %i = stablehlo.clamp %low, %x, %high : (tensor<i32>, tensor<4x1xi32>, tensor<i32>) -> tensor<4x1xi32>
  // expected-remark@+1 {{component 0 of start_indices may be negative, from -2 to 4, and is not counted from the end here [negative]}}
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Most of the numbers of i32, as jax.numpy leaves them after it has counted from the end: nothing is said.
func.func @wrapped(%t: tensor<5xf32>, %x: tensor<4xi32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %five = stablehlo.constant dense<5> : tensor<4xi32>
  %below = stablehlo.compare LT, %x, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %end = stablehlo.add %x, %five : tensor<4xi32>
  %s = stablehlo.select %below, %end, %x : tensor<4xi1>, tensor<4xi32>
  %i = stablehlo.reshape %s : (tensor<4xi32>) -> tensor<4x1xi32>
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The same of other dialects, in their words.
func.func @onnx(%data: tensor<8x2xf32>, %i: tensor<3x2xi64>, %j: tensor<3x1xi64>, %u: tensor<3x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>) {
  // expected-remark@+1 {{onnx.ScatterElements: up to 3 updates may meet at one element of data: added in another order}}
  %r = "onnx.ScatterElements"(%data, %i, %u) {axis = 0 : si64, reduction = "add"} : (tensor<8x2xf32>, tensor<3x2xi64>, tensor<3x2xf32>) -> tensor<8x2xf32>
  // expected-remark@+1 {{onnx.ScatterND: up to 3 updates may meet at one element of data, and the last one in the order of updates stays [overwritten]}}
  %s = "onnx.ScatterND"(%data, %j, %u) {reduction = "none"} : (tensor<8x2xf32>, tensor<3x1xi64>, tensor<3x2xf32>) -> tensor<8x2xf32>
  return %r, %s : tensor<8x2xf32>, tensor<8x2xf32>
}
