// What does not follow the forms of builtin dialects' ops, in MLIR's words. Messages as jaxlib 0.10.2 has them.

func.func @f(%a: index) {
  // expected-error@+1 {{region entry argument '%a' is already in use}}
  scf.for %a = %a to %a step %a {
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@+1 {{region entry argument '%i' is already in use}}
  %0 = scf.for %i = %a to %a step %a iter_args(%i = %a) -> index {
    scf.yield %i : index
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@+1 {{region entry argument '%i' is already in use}}
  scf.parallel (%i, %i) = (%a, %a) to (%a, %a) step (%a, %a) {
  }
  return
}

// -----

func.func @f(%a: index,
    // expected-error@+1 {{region entry argument '%a' is already in use}}
    %a: index) {
  return
}

// -----

func.func @f(%m: memref<3x4xf32>) {
  // expected-error@+2 {{expected '[' in dynamic index list}}
  // expected-error@+1 {{custom op 'memref.subview' expected SSA value or integer}}
  %0 = memref.subview %m 0, 0] [1, 2] [1, 1] : memref<3x4xf32> to memref<1x2xf32>
  return
}

// -----

func.func @f(%m: memref<3x4xf32>) {
  // expected-error@+2 {{expected ']' in dynamic index list}}
  // expected-error@+1 {{custom op 'memref.subview' expected SSA value or integer}}
  %0 = memref.subview %m[0, 0 [1, 2] [1, 1] : memref<3x4xf32> to memref<1x2xf32>
  return
}

// -----

func.func @f(%m: memref<3x4xf32>) {
  // expected-error@+2 {{custom op 'memref.subview' expected integer value}}
  // expected-error@+1 {{custom op 'memref.subview' expected SSA value or integer}}
  %0 = memref.subview %m[0, x] [1, 2] [1, 1] : memref<3x4xf32> to memref<1x2xf32>
  return
}

// -----

func.func @f(%t: tensor<3x4xf32>) {
  // expected-error@+2 {{expected ']' in dynamic index list}}
  // expected-error@+1 {{custom op 'tensor.extract_slice' expected SSA value or integer}}
  %0 = tensor.extract_slice %t[0, 0 [1, 2] [1, 1] : tensor<3x4xf32> to tensor<1x2xf32>
  return
}

// -----

func.func @f(%t: tensor<3x4xf32>) {
  // expected-error@+2 {{expected ']' in dynamic index list}}
  // expected-error@+1 {{custom op 'tensor.expand_shape' expected SSA value or integer}}
  %0 = tensor.expand_shape %t [[0], [1]] output_shape [3, 4 : tensor<3x4xf32> into tensor<3x4xf32>
  return
}

// -----

func.func @f(%t: tensor<3x4xf32>) {
  // expected-error@+1 {{expected ',' or ']'}}
  %0 = tensor.collapse_shape %t [[0, 1] : tensor<3x4xf32> into tensor<12xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{expected ','}}
  %0 = complex.create %x : complex<f32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{expected SSA operand}}
  %0 = complex.create %x, : complex<f32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{expected ':'}}
  %0 = complex.create %x, %x, %x : complex<f32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{custom op 'complex.create' invalid kind of type specified: expected builtin.complex, but found 'f32'}}
  %0 = complex.create %x, %x : f32
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error@+1 {{custom op 'arith.select' expected 3 operands}}
  %0 = arith.select %c, %x %x : f32
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error@+1 {{custom op 'arith.select' expected 3 operands}}
  %0 = arith.select %c, %x, %x, %x : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{custom op 'arith.cmpf' expected string or keyword containing one of the following enum values for attribute 'predicate' [false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true]}}
  %0 = arith.cmpf , olt, %x, %x : f32
  return
}

// -----

func.func @f(%x: f32) -> f32 {
  // expected-error@+1 {{expected ':'}}
  return %x f32
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected ':'}}
  %0 = builtin.unrealized_conversion_cast %x tensor<2xf32> to tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'builtin.unrealized_conversion_cast' expected 'to'}}
  %0 = builtin.unrealized_conversion_cast %x : tensor<2xf32> tensor<?xf32>
  return
}

// -----

func.func @f(%m: memref<3x4xf32>, %i: index) {
  // expected-error@+1 {{expected SSA operand}}
  %0 = memref.load %m[%i, ] : memref<3x4xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@+1 {{expected SSA operand}}
  %0 = memref.alloc(%i, ) : memref<3x?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@+1 {{expected SSA operand}}
  %0 = tensor.from_elements %i, : tensor<2xindex>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@+1 {{custom op 'tensor.from_elements' number of operands and types do not match: got 3 operands and 2 types}}
  %0 = tensor.from_elements %i, %i, %i : tensor<2xindex>
  return
}

// -----

func.func @f(%t: tensor<3x4xf32>, %i: index) {
  // expected-error@+1 {{expected SSA operand}}
  %0 = tensor.extract %t[%i, ] : tensor<3x4xf32>
  return
}

// -----

func.func @f(%t: tensor<3x4xf32>, %i: tensor<6x1xindex>) {
  // expected-error@+1 {{custom op 'tensor.gather' expected 'gather_dims'}}
  %0 = tensor.gather %t[%i] dims([1]) : (tensor<3x4xf32>, tensor<6x1xindex>) -> tensor<6x3xf32>
  return
}
