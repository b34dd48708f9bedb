// The RFC's gather and scatter of buffers: columns 3 and 1 of a table become rows, which are put back the other way around. Both
// give new buffers: the table stays as it was.
func.func @main() -> (memref<2x3xi32>, memref<3x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index

  // 4 r + c at row r, column c.
  %table = memref.alloc() : memref<3x4xi32>
  scf.for %r = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %c4 step %c1 {
      %a = arith.muli %r, %c4 : index
      %b = arith.addi %a, %c : index
      %v = arith.index_cast %b : index to i32
      memref.store %v, %table[%r, %c] : memref<3x4xi32>
    }
  }
  %columns = memref.alloc() : memref<2x1xindex>
  memref.store %c3, %columns[%c0, %c0] : memref<2x1xindex>
  memref.store %c1, %columns[%c1, %c0] : memref<2x1xindex>
  %rows = gather %table[%columns] coordinates = [1] : memref<3x4xi32>[memref<2x1xindex>] -> memref<2x3xi32>

  memref.store %c1, %columns[%c0, %c0] : memref<2x1xindex>
  memref.store %c3, %columns[%c1, %c0] : memref<2x1xindex>
  %new = scatter %rows into %table[%columns] coordinates = [1] unique : memref<2x3xi32> into memref<3x4xi32>[memref<2x1xindex>] -> memref<3x4xi32>
  return %rows, %new : memref<2x3xi32>, memref<3x4xi32>
}
