// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @alloc() {
  %m = memref.alloc() : memref<4xi32>
  return
}

// -----

func.func private @counted() -> memref<4x6xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %m = memref.alloc() : memref<4x6xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      %a = arith.muli %i, %c6 : index
      %b = arith.addi %a, %j : index
      %v = arith.index_cast %b : index to i32
      memref.store %v, %m[%i, %j] : memref<4x6xi32>
    }
  }
  return %m : memref<4x6xi32>
}
func.func @cast() {
  %m = call @counted() : () -> memref<4x6xi32>
  %a = memref.cast %m : memref<4x6xi32> to memref<?x?xi32>
  return
}

// -----

func.func @collapse_shape() {
  %m = memref.alloc() : memref<1x1xi32>
  %s = memref.collapse_shape %m [] : memref<1x1xi32> into memref<i32>
  return
}

// -----

func.func @copy() {
  %m = memref.alloc() : memref<4xi32>
  %wide = memref.alloc() : memref<4xi32, strided<[3], offset: 2>>
  memref.copy %m, %wide : memref<4xi32> to memref<4xi32, strided<[3], offset: 2>>
  return
}

// -----

func.func @dealloc() {
  %m = memref.alloc() {alignment = 64 : i64} : memref<3xi8>
  memref.dealloc %m : memref<3xi8>
  return
}

// -----

func.func private @counted() -> memref<4x6xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %m = memref.alloc() : memref<4x6xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      %a = arith.muli %i, %c6 : index
      %b = arith.addi %a, %j : index
      %v = arith.index_cast %b : index to i32
      memref.store %v, %m[%i, %j] : memref<4x6xi32>
    }
  }
  return %m : memref<4x6xi32>
}
func.func @expand_shape() {
  %m = call @counted() : () -> memref<4x6xi32>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<4x6xi32> into memref<24xi32>
  %cube = memref.expand_shape %flat [[0, 1, 2]] output_shape [2, 3, 4] : memref<24xi32> into memref<2x3x4xi32>
  return
}

// -----

memref.global constant @ones : memref<4xf32> = dense<1.0>
func.func @get_global() {
  %m = memref.get_global @ones : memref<4xf32>
  return
}

// -----

func.func @reinterpret_cast() {
  %m = memref.alloc() : memref<3x3xi32>
  %t = memref.reinterpret_cast %m to offset: [0], sizes: [3, 3], strides: [1, 3] : memref<3x3xi32> to memref<3x3xi32, strided<[1, 3]>>
  return
}
