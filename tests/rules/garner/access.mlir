// garner.gather, garner.scatter: what a canonical spec has to be, held against the types.

func.func @f(%x: tensor<3x2xf32>, %i: tensor<3x1xi64>, %d: tensor<3x3xf32>) {
  // expected-error@+1 {{'garner.gather' op the destination has shape [3, 3], what is gathered has [3, 2]}}
  %0 = garner.gather ins(%x, %i : tensor<3x2xf32>, tensor<3x1xi64>) outs(%d : tensor<3x3xf32>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2], bounds = clamp -> tensor<3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<3x2xf32>, %i: tensor<3x1xi64>, %d: memref<3x2xf32>) {
  // expected-error@+1 {{'garner.gather' op expected tensors throughout, or memrefs throughout}}
  garner.gather ins(%x, %i : tensor<3x2xf32>, tensor<3x1xi64>) outs(%d : memref<3x2xf32>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2], bounds = clamp
  return
}

// -----

func.func @f(%x: memref<3x2xf32>, %i: memref<3x1xi64>, %d: memref<3x2xi32>) {
  // expected-error@+1 {{'garner.gather' op operand #0 has elements of 'f32', its destination has 'i32'}}
  garner.gather ins(%x, %i : memref<3x2xf32>, memref<3x1xi64>) outs(%d : memref<3x2xi32>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2], bounds = clamp
  return
}

// -----

func.func @f(%x: tensor<3x2xf32>, %i: tensor<3x1xi64>, %d: tensor<3x2xf32>) {
  // expected-error@+1 {{custom op 'garner.gather' 'around' is no keyword of garner.bounds}}
  %0 = garner.gather ins(%x, %i : tensor<3x2xf32>, tensor<3x1xi64>) outs(%d : tensor<3x2xf32>) bounds = around -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<3x2xf32>, %i: tensor<3x1xi64>, %d: tensor<3x2xf32>) {
  // expected-error@+1 {{custom op 'garner.gather' has no 'combiner'}}
  %0 = garner.gather ins(%x, %i : tensor<3x2xf32>, tensor<3x1xi64>) outs(%d : tensor<3x2xf32>) combiner = add -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<3x2xi32>, %i: tensor<3x1xi64>, %d: tensor<3x2xi32>) {
  // expected-error@+1 {{'garner.gather' op fill is no value of type i32}}
  %0 = garner.gather ins(%x, %i : tensor<3x2xi32>, tensor<3x1xi64>) outs(%d : tensor<3x2xi32>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2], bounds = fill, fill = 1.0 : f32 -> tensor<3x2xi32>
  return
}

// -----

func.func @f(%x: tensor<3xf32>, %i: tensor<3xi64>, %u: tensor<3xf32>) {
  // expected-error@+1 {{'garner.scatter' op expected a region, which the combiner is}}
  %0 = garner.scatter ins(%i, %u : tensor<3xi64>, tensor<3xf32>) outs(%x : tensor<3xf32>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = region -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<3xf32>, %i: tensor<3xi64>, %u: tensor<3xf32>) {
  // expected-error@+1 {{'garner.scatter' op expected no region beside a combiner}}
  %0 = garner.scatter ins(%i, %u : tensor<3xi64>, tensor<3xf32>) outs(%x : tensor<3xf32>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = add {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    garner.yield %b : tensor<f32>
  } -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<3xf32>, %i: tensor<3xi64>, %u: tensor<3xf32>) {
  // expected-error@+1 {{'garner.scatter' op expected the region to give one element of each destination's type}}
  %0 = garner.scatter ins(%i, %u : tensor<3xi64>, tensor<3xf32>) outs(%x : tensor<3xf32>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = region {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    garner.yield %i : tensor<3xi64>
  } -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<3xf32>, %i: tensor<3xi64>, %u: tensor<4xf32>) {
  // expected-error@+1 {{scatter dimension 0 of updates[0] has extent 4, dimension 0 of scatter_indices has 3 and they must be equal}}
  %0 = garner.scatter ins(%i, %u : tensor<3xi64>, tensor<4xf32>) outs(%x : tensor<3xf32>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = add -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<3x2xf32>, %i: tensor<3x1xi64>) {
  // expected-error@+1 {{'garner.gather' op the result has shape [3, 3], what is gathered has [3, 2]}}
  %0 = garner.gather ins(%x, %i : tensor<3x2xf32>, tensor<3x1xi64>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2], bounds = clamp -> tensor<3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<3x2xf32>, %i: tensor<3x1xi64>) {
  // expected-error@+1 {{'garner.gather' op operand #0 has elements of 'f32', its result has 'i32'}}
  %0 = garner.gather ins(%x, %i : tensor<3x2xf32>, tensor<3x1xi64>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2], bounds = clamp -> tensor<3x2xi32>
  return
}

// -----

func.func @f(%x: memref<3x2xf32>, %i: memref<3x1xi64>) {
  // expected-error@+1 {{'garner.gather' op expected 2 inputs, the operand and the indices, and 1 output, which memrefs need}}
  garner.gather ins(%x, %i : memref<3x2xf32>, memref<3x1xi64>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2], bounds = clamp
  return
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xi32>, %i: tensor<3xi64>, %u: tensor<3xf32>, %v: tensor<3xi32>) {
  // expected-error@+1 {{'garner.scatter' op expected a region of one block that takes the elements there and the updates, all as tensors of rank 0}}
  %0:2 = garner.scatter ins(%i, %u, %v : tensor<3xi64>, tensor<3xf32>, tensor<3xi32>) outs(%x, %y : tensor<3xf32>, tensor<3xi32>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = region {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    garner.yield %a, %b : tensor<f32>, tensor<f32>
  } -> tensor<3xf32>, tensor<3xi32>
  return
}

// -----

func.func @f(%x: tensor<3xi8>, %i: tensor<3xi64>, %u: tensor<3xi8>) {
  // expected-error@+1 {{'garner.scatter' op expected result #0 to have its destination's type}}
  %0 = garner.scatter ins(%i, %u : tensor<3xi64>, tensor<3xi8>) outs(%x : tensor<3xi8>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = add -> tensor<3xi32>
  return
}
