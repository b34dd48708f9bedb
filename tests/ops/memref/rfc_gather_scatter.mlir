// The RFC's gather and scatter of buffers (Bufferization): copies into new buffers.

func.func private @table() -> memref<4x4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %ten = arith.constant 10 : index
  %m = memref.alloc() : memref<4x4xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %a = arith.muli %i, %ten : index
      %b = arith.addi %a, %j : index
      %v = arith.index_cast %b : index to i32
      memref.store %v, %m[%i, %j] : memref<4x4xi32>
    }
  }
  return %m : memref<4x4xi32>
}

func.func private @columns() -> memref<?x1xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc(%c2) : memref<?x1xindex>
  memref.store %c3, %m[%c0, %c0] : memref<?x1xindex>
  memref.store %c1, %m[%c1, %c0] : memref<?x1xindex>
  return %m : memref<?x1xindex>
}

// The RFC's own lines: columns 3 and 1 of the table. A store to the table afterwards is not seen in the copy.
func.func @gather() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %input = call @table() : () -> memref<4x4xi32>
  %indices = call @columns() : () -> memref<?x1xindex>
  %out = gather %input[%indices] coordinates = [1] : memref<4x4xi32>[memref<?x 1xindex>] -> memref<?x4xi32>
  %minus = arith.constant -1 : i32
  memref.store %minus, %input[%c2, %c3] : memref<4x4xi32>
  %a = memref.load %out[%c0, %c2] : memref<?x4xi32>
  %b = memref.load %out[%c1, %c0] : memref<?x4xi32>
  %n = memref.dim %out, %c0 : memref<?x4xi32>
  %m = arith.index_cast %n : index to i32
  %got = tensor.from_elements %a, %b, %m : tensor<3xi32>
  check.expect_eq_const %got, dense<[23, 1, 2]> : tensor<3xi32>
  return
}

// Where dims are kept, with extents of one; of a view, and the leading dims where none are named.
func.func @forms() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %input = call @table() : () -> memref<4x4xi32>
  %indices = call @columns() : () -> memref<?x1xindex>
  %kept = gather %input[%indices] coordinates = [1] : memref<4x4xi32>[memref<?x1xindex>] -> memref<?x4x1xi32>
  %a = memref.load %kept[%c1, %c2, %c0] : memref<?x4x1xi32>
  %view = memref.subview %input[0, 1] [4, 2] [1, 2] : memref<4x4xi32> to memref<4x2xi32, strided<[4, 2], offset: 1>>
  %rows = gather %view[%indices] unique : memref<4x2xi32, strided<[4, 2], offset: 1>>[memref<?x1xindex>] -> memref<?x2xi32>
  %b = memref.load %rows[%c0, %c1] : memref<?x2xi32>
  %got = tensor.from_elements %a, %b : tensor<2xi32>
  check.expect_eq_const %got, dense<[21, 33]> : tensor<2xi32>
  return
}

// The twin: columns 3 and 1 of a copy become what is scattered, the destination stays.
func.func @scatter() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %dest = call @table() : () -> memref<4x4xi32>
  %indices = call @columns() : () -> memref<?x1xindex>
  %in = memref.alloc(%c2) : memref<?x4xi32>
  %nine = arith.constant 9 : i32
  linalg.fill ins(%nine : i32) outs(%in : memref<?x4xi32>)
  %new = scatter %in into %dest[%indices] coordinates = [1] : memref<?x4xi32> into memref<4x4xi32>[memref<?x1xindex>] -> memref<4x4xi32>
  %sure = scatter %in into %dest[%indices] coordinates = [1] unique : memref<?x4xi32> into memref<4x4xi32>[memref<?x1xindex>] -> memref<4x4xi32>
  %a = memref.load %new[%c2, %c3] : memref<4x4xi32>
  %b = memref.load %new[%c2, %c2] : memref<4x4xi32>
  %c = memref.load %dest[%c2, %c3] : memref<4x4xi32>
  %d = memref.load %sure[%c1, %c1] : memref<4x4xi32>
  %got = tensor.from_elements %a, %b, %c, %d : tensor<4xi32>
  check.expect_eq_const %got, dense<[9, 22, 23, 9]> : tensor<4xi32>
  return
}
