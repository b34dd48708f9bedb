// What `garner lower examples/batched_gather.mlir` makes of a gather: loops over buffers. A lowered program is a program like any other,
// and `garner run` runs it. Here rows of a table are taken, an index out of range being clamped; then the rows are added up.
// What comes out is [[5, 6], [1, 2], [5, 6]] and its column sums, [11, 14].
func.func @main() -> (memref<3x2xi32>, memref<2xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %table = memref.alloc() : memref<3x2xi32>
  %which = memref.alloc() : memref<3xi32>
  scf.for %i = %zero to %three step %one {
    scf.for %j = %zero to %two step %one {
      %row = arith.muli %i, %two : index
      %at = arith.addi %row, %j : index
      %next = arith.addi %at, %one : index
      %v = arith.index_cast %next : index to i32
      memref.store %v, %table[%i, %j] : memref<3x2xi32>
    }
  }
  %far = arith.constant 9 : i32
  %negative = arith.constant -1 : i32
  memref.store %far, %which[%zero] : memref<3xi32>
  memref.store %negative, %which[%one] : memref<3xi32>
  %last = arith.constant 2 : i32
  memref.store %last, %which[%two] : memref<3xi32>
  %rows = memref.alloc() : memref<3x2xi32>
  scf.for %i = %zero to %three step %one {
    %raw = memref.load %which[%i] : memref<3xi32>
    %index = arith.index_cast %raw : i32 to index
    %most = arith.minsi %index, %two : index
    %start = arith.maxsi %most, %zero : index
    %from = memref.subview %table[%start, 0] [1, 2] [1, 1] : memref<3x2xi32> to memref<2xi32, strided<[1], offset: ?>>
    %to = memref.subview %rows[%i, 0] [1, 2] [1, 1] : memref<3x2xi32> to memref<2xi32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<2xi32, strided<[1], offset: ?>> to memref<2xi32, strided<[1], offset: ?>>
  } {garner.dim = "batch dim 0 = start_indices dim 0"}
  %sums = memref.alloc() : memref<2xi32>
  %none = arith.constant 0 : i32
  scf.for %j = %zero to %two step %one {
    %sum = scf.for %i = %zero to %three step %one iter_args(%so_far = %none) -> (i32) {
      %v = memref.load %rows[%i, %j] : memref<3x2xi32>
      %more = arith.addi %so_far, %v : i32
      scf.yield %more : i32
    }
    memref.store %sum, %sums[%j] : memref<2xi32>
  }
  memref.dealloc %table : memref<3x2xi32>
  memref.dealloc %which : memref<3xi32>
  return %rows, %sums : memref<3x2xi32>, memref<2xi32>
}
