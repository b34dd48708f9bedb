// Rows of a table, three ways: loops that copy into a buffer, the RFC's gather of buffers, and the canonical gather into a
// destination.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index

  // The table has 10 r + c at row r, column c; the rows wanted are 2 and 0.
  %ten = arith.constant 10 : index
  %table = memref.alloc() : memref<4x3xi32>
  scf.parallel (%r, %c) = (%c0, %c0) to (%c4, %c3) step (%c1, %c1) {
    %a = arith.muli %r, %ten : index
    %b = arith.addi %a, %c : index
    %v = arith.index_cast %b : index to i32
    memref.store %v, %table[%r, %c] : memref<4x3xi32>
    scf.reduce
  }
  %rows = memref.alloc() : memref<2x1xindex>
  memref.store %c2, %rows[%c0, %c0] : memref<2x1xindex>
  memref.store %c0, %rows[%c1, %c0] : memref<2x1xindex>

  %by_loops = memref.alloc() : memref<2x3xi32>
  scf.for %k = %c0 to %c2 step %c1 {
    %row = memref.load %rows[%k, %c0] : memref<2x1xindex>
    scf.for %c = %c0 to %c3 step %c1 {
      %v = memref.load %table[%row, %c] : memref<4x3xi32>
      memref.store %v, %by_loops[%k, %c] : memref<2x3xi32>
    } {garner.dim = "offset dim 1 = operand dim 1"}
  } {garner.dim = "batch dim 0 = start_indices dim 0"}

  %by_rfc = gather %table[%rows] coordinates = [0] : memref<4x3xi32>[memref<2x1xindex>] -> memref<2x3xi32>

  %into = memref.alloc() : memref<2x3xi32>
  garner.gather ins(%table, %rows : memref<4x3xi32>, memref<2x1xindex>) outs(%into : memref<2x3xi32>) offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3], bounds = error

  %none = arith.constant dense<0> : tensor<3x2x3xi32>
  %got = scf.for %k = %c0 to %c2 step %c1 iter_args(%t = %none) -> (tensor<3x2x3xi32>) {
    %u = scf.for %c = %c0 to %c3 step %c1 iter_args(%w = %t) -> (tensor<3x2x3xi32>) {
      %x = memref.load %by_loops[%k, %c] : memref<2x3xi32>
      %y = memref.load %by_rfc[%k, %c] : memref<2x3xi32>
      %z = memref.load %into[%k, %c] : memref<2x3xi32>
      %w0 = tensor.insert %x into %w[%c0, %k, %c] : tensor<3x2x3xi32>
      %w1 = tensor.insert %y into %w0[%c1, %k, %c] : tensor<3x2x3xi32>
      %w2 = tensor.insert %z into %w1[%c2, %k, %c] : tensor<3x2x3xi32>
      scf.yield %w2 : tensor<3x2x3xi32>
    }
    scf.yield %u : tensor<3x2x3xi32>
  }
  check.expect_eq_const %got, dense<[[[20, 21, 22], [0, 1, 2]], [[20, 21, 22], [0, 1, 2]], [[20, 21, 22], [0, 1, 2]]]> : tensor<3x2x3xi32>
  return
}
