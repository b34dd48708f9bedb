// memref.alloc, alloca, dealloc, load, store, copy, dim; memrefs and scalars as arguments and results of functions.

func.func @one_element() {
  %m = memref.alloca() : memref<f32>
  %f = arith.constant 1.5 : f32
  memref.store %f, %m[] : memref<f32>
  %v = memref.load %m[] : memref<f32>
  %got = tensor.from_elements %v : tensor<f32>
  check.expect_eq_const %got, dense<1.5> : tensor<f32>
  return
}

// A value that was loaded stays when its place is stored to.
func.func @load_then_store() {
  %c1 = arith.constant 1 : index
  %a = arith.constant 7 : i8
  %b = arith.constant 9 : i8
  %m = memref.alloc() {alignment = 64 : i64} : memref<3xi8>
  memref.store %a, %m[%c1] : memref<3xi8>
  %old = memref.load %m[%c1] : memref<3xi8>
  memref.store %b, %m[%c1] {nontemporal = true} : memref<3xi8>
  %new = memref.load %m[%c1] {nontemporal = true} : memref<3xi8>
  %got = tensor.from_elements %old, %new : tensor<2xi8>
  check.expect_eq_const %got, dense<[7, 9]> : tensor<2xi8>
  memref.dealloc %m : memref<3xi8>
  return
}

func.func @sizes() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloc(%c5, %c2) : memref<?x3x?xf64>
  %a = memref.dim %m, %c0 : memref<?x3x?xf64>
  %b = memref.dim %m, %c2 : memref<?x3x?xf64>
  %both = tensor.from_elements %a, %b : tensor<2xindex>
  %got = arith.index_cast %both : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %got, dense<[5, 2]> : tensor<2xi64>
  return
}

// What a function does to its argument is seen outside; what it returns is the same buffer.
func.func private @bump(%m: memref<2xi32>, %at: index, %by: i32) -> (memref<2xi32>, i32) {
  %old = memref.load %m[%at] : memref<2xi32>
  %new = arith.addi %old, %by : i32
  memref.store %new, %m[%at] : memref<2xi32>
  return %m, %old : memref<2xi32>, i32
}
func.func @calls() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %five = arith.constant 5 : i32
  %m = memref.alloc() : memref<2xi32>
  %none = arith.constant 0 : i32
  memref.store %none, %m[%c0] : memref<2xi32>
  memref.store %none, %m[%c1] : memref<2xi32>
  %n:2 = call @bump(%m, %c1, %five) : (memref<2xi32>, index, i32) -> (memref<2xi32>, i32)
  %o:2 = call @bump(%n#0, %c1, %five) : (memref<2xi32>, index, i32) -> (memref<2xi32>, i32)
  %v = memref.load %m[%c1] : memref<2xi32>
  %w = memref.load %m[%c0] : memref<2xi32>
  %got = tensor.from_elements %v, %w, %n#1, %o#1 : tensor<4xi32>
  check.expect_eq_const %got, dense<[10, 0, 0, 5]> : tensor<4xi32>
  return
}

// From one buffer to another, whatever their layouts; and within one, where all is read before anything is written.
func.func @copies() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    %v = arith.index_cast %i : index to i32
    memref.store %v, %m[%i] : memref<4xi32>
  }
  %wide = memref.alloc() : memref<4xi32, strided<[3], offset: 2>>
  memref.copy %m, %wide : memref<4xi32> to memref<4xi32, strided<[3], offset: 2>>
  %head = memref.subview %m[0] [3] [1] : memref<4xi32> to memref<3xi32, strided<[1]>>
  %tail = memref.subview %m[1] [3] [1] : memref<4xi32> to memref<3xi32, strided<[1], offset: 1>>
  memref.copy %head, %tail : memref<3xi32, strided<[1]>> to memref<3xi32, strided<[1], offset: 1>>
  %z = arith.constant dense<0> : tensor<8xi32>
  %got = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %z) -> (tensor<8xi32>) {
    %a = memref.load %m[%i] : memref<4xi32>
    %b = memref.load %wide[%i] : memref<4xi32, strided<[3], offset: 2>>
    %j = arith.addi %i, %c4 : index
    %u = tensor.insert %a into %t[%i] : tensor<8xi32>
    %w = tensor.insert %b into %u[%j] : tensor<8xi32>
    scf.yield %w : tensor<8xi32>
  }
  check.expect_eq_const %got, dense<[0, 0, 1, 2, 0, 1, 2, 3]> : tensor<8xi32>
  return
}

// Onto its own transpose: what is read first is not what is written last.
func.func @transposed_onto_itself() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<3x3xi32>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %a = arith.muli %i, %c3 : index
      %b = arith.addi %a, %j : index
      %v = arith.index_cast %b : index to i32
      memref.store %v, %m[%i, %j] : memref<3x3xi32>
    }
  }
  %t = memref.reinterpret_cast %m to offset: [0], sizes: [3, 3], strides: [1, 3] : memref<3x3xi32> to memref<3x3xi32, strided<[1, 3]>>
  memref.copy %m, %t : memref<3x3xi32> to memref<3x3xi32, strided<[1, 3]>>
  %z = arith.constant dense<0> : tensor<3x3xi32>
  %got = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %z) -> (tensor<3x3xi32>) {
    %q = scf.for %j = %c0 to %c3 step %c1 iter_args(%r = %p) -> (tensor<3x3xi32>) {
      %v = memref.load %m[%i, %j] : memref<3x3xi32>
      %s = tensor.insert %v into %r[%i, %j] : tensor<3x3xi32>
      scf.yield %s : tensor<3x3xi32>
    }
    scf.yield %q : tensor<3x3xi32>
  }
  check.expect_eq_const %got, dense<[[0, 3, 6], [1, 4, 7], [2, 5, 8]]> : tensor<3x3xi32>
  return
}
