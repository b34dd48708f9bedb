// memref.subview, cast, reinterpret_cast, collapse_shape, expand_shape: views of one buffer, of which each sees what another stores.

// 0 .. 23 in rows of 6.
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

// Rows 1 and 3, columns 0, 2 and 4.
func.func @subview() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = call @counted() : () -> memref<4x6xi32>
  %s = memref.subview %m[1, 0] [2, 3] [2, 2] : memref<4x6xi32> to memref<2x3xi32, strided<[12, 2], offset: 6>>
  %a = memref.load %s[%c0, %c0] : memref<2x3xi32, strided<[12, 2], offset: 6>>
  %b = memref.load %s[%c1, %c2] : memref<2x3xi32, strided<[12, 2], offset: 6>>
  // A view of the view, by operands: its second column.
  %t = memref.subview %s[%c0, %c1] [%c2, 1] [%c1, %c1] : memref<2x3xi32, strided<[12, 2], offset: 6>> to memref<?xi32, strided<[?], offset: ?>>
  %c = memref.load %t[%c1] : memref<?xi32, strided<[?], offset: ?>>
  %hundred = arith.constant 100 : i32
  memref.store %hundred, %t[%c0] : memref<?xi32, strided<[?], offset: ?>>
  %d = memref.load %m[%c1, %c2] : memref<4x6xi32>
  %got = tensor.from_elements %a, %b, %c, %d : tensor<4xi32>
  check.expect_eq_const %got, dense<[6, 22, 20, 100]> : tensor<4xi32>
  return
}

// A type that says less, and back to one that says more, which holds here.
func.func @casts() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = call @counted() : () -> memref<4x6xi32>
  %a = memref.cast %m : memref<4x6xi32> to memref<?x?xi32>
  %b = memref.cast %a : memref<?x?xi32> to memref<?x6xi32, strided<[?, ?], offset: ?>>
  %c = memref.cast %b : memref<?x6xi32, strided<[?, ?], offset: ?>> to memref<4x?xi32, strided<[6, 1], offset: 0>>
  %v = memref.load %c[%c1, %c3] : memref<4x?xi32, strided<[6, 1], offset: 0>>
  %got = tensor.from_elements %v : tensor<i32>
  check.expect_eq_const %got, dense<9> : tensor<i32>
  return
}

// The offset counts from the buffer's first element, whatever the view's own offset is: elements 2, 5, 8 and 3, 6, 9.
func.func @reinterpret() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = call @counted() : () -> memref<4x6xi32>
  %s = memref.subview %m[2, 0] [1, 6] [1, 1] : memref<4x6xi32> to memref<6xi32, strided<[1], offset: 12>>
  %r = memref.reinterpret_cast %s to offset: [%c2], sizes: [2, %c3], strides: [%c1, 3] : memref<6xi32, strided<[1], offset: 12>> to memref<2x?xi32, strided<[?, 3], offset: ?>>
  %a = memref.load %r[%c1, %c2] : memref<2x?xi32, strided<[?, 3], offset: ?>>
  %got = tensor.from_elements %a : tensor<i32>
  check.expect_eq_const %got, dense<9> : tensor<i32>
  return
}

func.func @reshapes() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c13 = arith.constant 13 : index
  %m = call @counted() : () -> memref<4x6xi32>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<4x6xi32> into memref<24xi32>
  %a = memref.load %flat[%c13] : memref<24xi32>
  %cube = memref.expand_shape %flat [[0, 1, 2]] output_shape [2, 3, 4] : memref<24xi32> into memref<2x3x4xi32>
  %b = memref.load %cube[%c1, %c2, %c1] : memref<2x3x4xi32>
  // Of every other row, [2, 6]: the columns split in two, and joined again.
  %s = memref.subview %m[0, 0] [2, 6] [2, 1] : memref<4x6xi32> to memref<2x6xi32, strided<[12, 1]>>
  %open = memref.cast %s : memref<2x6xi32, strided<[12, 1]>> to memref<2x?xi32, strided<[12, 1]>>
  %e = memref.expand_shape %open [[0], [1, 2]] output_shape [2, %c2, 3] : memref<2x?xi32, strided<[12, 1]>> into memref<2x?x3xi32, strided<[12, 3, 1]>>
  %c = memref.load %e[%c1, %c1, %c2] : memref<2x?x3xi32, strided<[12, 3, 1]>>
  %minus = arith.constant -1 : i32
  memref.store %minus, %e[%c0, %c0, %c0] : memref<2x?x3xi32, strided<[12, 3, 1]>>
  %d = memref.load %flat[%c0] : memref<24xi32>
  %got = tensor.from_elements %a, %b, %c, %d : tensor<4xi32>
  check.expect_eq_const %got, dense<[13, 21, 17, -1]> : tensor<4xi32>
  return
}

// One element, and none.
func.func @scalars() {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1x1xi32>
  %five = arith.constant 5 : i32
  memref.store %five, %m[%c0, %c0] : memref<1x1xi32>
  %s = memref.collapse_shape %m [] : memref<1x1xi32> into memref<i32>
  %v = memref.load %s[] : memref<i32>
  %e = memref.alloc(%c0) : memref<?x3xi32>
  %f = memref.collapse_shape %e [[0, 1]] : memref<?x3xi32> into memref<?xi32>
  %n = memref.dim %f, %c0 : memref<?xi32>
  %w = arith.index_cast %n : index to i32
  %got = tensor.from_elements %v, %w : tensor<2xi32>
  check.expect_eq_const %got, dense<[5, 0]> : tensor<2xi32>
  return
}

// The offset is known where the places are 0, whatever a step is worth: 0 times that is 0.
func.func @offset_of_nothing() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = call @counted() : () -> memref<4x6xi32>
  %open = memref.cast %m : memref<4x6xi32> to memref<4x?xi32>
  %s = memref.subview %open[0, 0] [4, 2] [1, 1] : memref<4x?xi32> to memref<4x2xi32, strided<[?, 1]>>
  %v = memref.load %s[%c1, %c1] : memref<4x2xi32, strided<[?, 1]>>
  %got = tensor.from_elements %v : tensor<i32>
  check.expect_eq_const %got, dense<7> : tensor<i32>
  return
}
