// garner.gather: the canonical gather, with a destination and without.

// The result has the shape that the spec gives, though no destination says it: 1-based, 0 is before the first.
func.func @no_destination() {
  %x = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = arith.constant dense<[[3, 1], [0, 2]]> : tensor<2x2xi32>
  %r = garner.gather ins(%x, %i : tensor<3xi32>, tensor<2x2xi32>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2, slice_sizes = [1], base = 1, bounds = fill, fill = -1 -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[30, 10], [-1, 20]]> : tensor<2x2xi32>
  return
}

// Rows 2 and 0, and one that is not there: its place has the fill value.
func.func @tensors() {
  %x = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %i = arith.constant dense<[[2], [0], [9]]> : tensor<3x1xi64>
  %d = arith.constant dense<0.0> : tensor<3x2xf32>
  %r = garner.gather ins(%x, %i : tensor<3x2xf32>, tensor<3x1xi64>) outs(%d : tensor<3x2xf32>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2], bounds = fill, fill = 7.0 : f32 attributes {garner.note = "rows"} -> tensor<3x2xf32>
  check.expect_eq_const %r, dense<[[5.0, 6.0], [1.0, 2.0], [7.0, 7.0]]> : tensor<3x2xf32>
  check.expect_eq_const %d, dense<0.0> : tensor<3x2xf32>
  %c = garner.gather ins(%x, %i : tensor<3x2xf32>, tensor<3x1xi64>) outs(%d : tensor<3x2xf32>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2], bounds = clamp, unique_indices -> tensor<3x2xf32>
  check.expect_eq_const %c, dense<[[5.0, 6.0], [1.0, 2.0], [5.0, 6.0]]> : tensor<3x2xf32>
  return
}

// One-based, and -1 is the last; a batch dim: element i of row i.
func.func @rules() {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = arith.constant dense<[1, 3]> : tensor<2xi32>
  %e = tensor.empty() : tensor<2xi32>
  %r = garner.gather ins(%x, %i : tensor<2x3xi32>, tensor<2xi32>) outs(%e : tensor<2xi32>) collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1, slice_sizes = [1, 1], base = 1, bounds = error, batch_rule = prefix -> tensor<2xi32>
  check.expect_eq_const %r, dense<[1, 6]> : tensor<2xi32>
  %j = arith.constant dense<[-1, 0]> : tensor<2xi32>
  %s = garner.gather ins(%x, %j : tensor<2x3xi32>, tensor<2xi32>) outs(%e : tensor<2xi32>) collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1, slice_sizes = [1, 1], wrap_negative, bounds = promise -> tensor<2xi32>
  check.expect_eq_const %s, dense<[3, 4]> : tensor<2xi32>
  return
}

// Into a buffer, and where that is the operand's own: 0 1 2 3 becomes 3 2 1 0.
func.func @memrefs() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  %i = memref.alloc() : memref<4x1xindex>
  scf.for %k = %c0 to %c4 step %c1 {
    %v = arith.index_cast %k : index to i32
    memref.store %v, %m[%k] : memref<4xi32>
    %at = arith.subi %c3, %k : index
    memref.store %at, %i[%k, %c0] : memref<4x1xindex>
  }
  %wide = memref.alloc() : memref<4xi32, strided<[2], offset: 1>>
  garner.gather ins(%m, %i : memref<4xi32>, memref<4x1xindex>) outs(%wide : memref<4xi32, strided<[2], offset: 1>>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1], bounds = clamp
  garner.gather ins(%m, %i : memref<4xi32>, memref<4x1xindex>) outs(%m : memref<4xi32>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1], bounds = clamp
  %a = memref.load %wide[%c1] : memref<4xi32, strided<[2], offset: 1>>
  %b = memref.load %m[%c0] : memref<4xi32>
  %c = memref.load %m[%c3] : memref<4xi32>
  %got = tensor.from_elements %a, %b, %c : tensor<3xi32>
  check.expect_eq_const %got, dense<[2, 3, 0]> : tensor<3xi32>
  return
}
