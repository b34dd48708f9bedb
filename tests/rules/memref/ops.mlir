// memref: upstream's rules in upstream's words (mlir-opt-19).

func.func @f(%m: memref<4x4xf32>, %n: index) {
  // expected-error@+1 {{expected result type to be 'memref<2x2xf32, strided<[4, 1]>>' or a rank-reduced version. (mismatch of result layout)}}
  %s = memref.subview %m[0, 0] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{expected result type to be 'memref<2xf32, strided<[2]>>' or a rank-reduced version. (mismatch of result layout)}}
  %s = memref.subview %m[0] [2] [2] : memref<4xf32> to memref<2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{expected result type to be 'memref<2xf32, strided<[1], offset: 1>>' or a rank-reduced version. (mismatch of result layout)}}
  %s = memref.subview %m[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{expected result type to be 'memref<2xf32, strided<[1], offset: 1>>' or a rank-reduced version. (mismatch of result sizes)}}
  %s = memref.subview %m[1] [2] [1] : memref<4xf32> to memref<3xf32, strided<[1], offset: 1>>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{expected result element type to be 'f32'}}
  %s = memref.subview %m[1] [2] [1] : memref<4xf32> to memref<2xi32, strided<[1], offset: 1>>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{expected result rank to be smaller or equal to the source rank.}}
  %s = memref.subview %m[1] [2] [1] : memref<4xf32> to memref<1x2xf32, strided<[1, 1], offset: 1>>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{expected 1 offset values, got 2}}
  %s = memref.subview %m[1, 2] [2, 1] [1, 1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  return
}

// -----

func.func @f(%m: memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>, %n: index) {
  // expected-error@+1 {{base type 'memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>' is not strided}}
  %s = memref.subview %m[1] [2] [1] : memref<4xf32, affine_map<(d0) -> (d0 mod 2)>> to memref<2xf32, strided<[1], offset: 1>>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{different memory spaces specified for base memref type 'memref<4xf32>' and subview memref type 'memref<2xf32, strided<[1], offset: 1>, 3>'}}
  %s = memref.subview %m[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>, 3>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{'memref.load' op incorrect number of indices for load, expected 1 but got 0}}
  %s = memref.load %m[] : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{'memref.load' op failed to verify that result type matches element type of 'memref'}}
  %s = "memref.load"(%m, %n) : (memref<4xf32>, index) -> i32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: index, %v: i32) {
  // expected-error@+1 {{'memref.store' op failed to verify that type of 'value' matches element type of 'memref'}}
  "memref.store"(%v, %m, %n) : (i32, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: index, %v: f32) {
  // expected-error@+1 {{'memref.store' op store index operand count not equal to memref rank}}
  memref.store %v, %m[%n, %n] : memref<4xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@+1 {{'memref.alloc' op dimension operand count does not equal memref dynamic dimension count}}
  %a = memref.alloc() : memref<?xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@+1 {{'memref.alloc' op dimension operand count does not equal memref dynamic dimension count}}
  %a = memref.alloc(%n, %n) : memref<?xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@+1 {{'memref.alloca' op symbol operand count does not equal memref symbol count: expected 0, got 1}}
  %a = memref.alloca(%n)[%n] : memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %k: memref<4xi32>) {
  // expected-error@+1 {{'memref.copy' op requires the same element type for all operands}}
  memref.copy %m, %k : memref<4xf32> to memref<4xi32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %k: memref<5xf32>) {
  // expected-error@+1 {{'memref.copy' op requires the same shape for all operands}}
  memref.copy %m, %k : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error@+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32>' are cast incompatible}}
  %a = memref.cast %m : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error@+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<4xf32, strided<[2]>>' are cast incompatible}}
  %a = memref.cast %m : memref<4xf32> to memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error@+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<4xf32, 1>' are cast incompatible}}
  %a = memref.cast %m : memref<4xf32> to memref<4xf32, 1>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op collapsed dim size (15) must equal reassociation group size (16)}}
  %a = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32> into memref<15xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op invalid number of reassociation groups: found 2, expected 1}}
  %a = memref.collapse_shape %m [[0], [1]] : memref<4x4xf32> into memref<16xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op reassociation indices must be contiguous}}
  %a = memref.collapse_shape %m [[1, 0]] : memref<4x4xf32> into memref<16xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op collapsed dim size (16) must equal reassociation group size (4)}}
  %a = memref.collapse_shape %m [[0]] : memref<4x4xf32> into memref<16xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32, strided<[8, 1]>>) {
  // expected-error@+1 {{'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims}}
  %a = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32, strided<[8, 1]>> into memref<16xf32, strided<[1]>>
  return
}

// -----

func.func @f(%m: memref<4x4xf32, strided<[8, 2], offset: 1>>) {
  // expected-error@+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<16xf32, strided<[2], offset: 1>>' but found 'memref<16xf32>'}}
  %a = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32, strided<[8, 2], offset: 1>> into memref<16xf32>
  return
}

// -----

func.func @f(%m: memref<16xf32>) {
  // expected-error@+1 {{'memref.expand_shape' op collapsed dim size (16) must equal reassociation group size (20)}}
  %a = memref.expand_shape %m [[0, 1]] output_shape [4, 5] : memref<16xf32> into memref<4x5xf32>
  return
}

// -----

func.func @f(%m: memref<16xf32>) {
  // expected-error@+1 {{'memref.expand_shape' op expected expanded type to be 'memref<4x4xf32>' but found 'memref<4x4xf32, strided<[4, 1], offset: 1>>'}}
  %a = memref.expand_shape %m [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32, strided<[4, 1], offset: 1>>
  return
}

// -----

func.func @f(%m: memref<16xf32>) {
  // expected-error@+1 {{'memref.expand_shape' op invalid output shape provided at pos 0}}
  %a = memref.expand_shape %m [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<2x8xf32>
  return
}

// -----

func.func @f(%m: memref<16xf32>) {
  // expected-error@+1 {{expected result type with size = 5 instead of 4 in dim = 1}}
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4, 5], strides: [5, 1] : memref<16xf32> to memref<4x4xf32>
  return
}

// -----

func.func @f(%m: memref<16xf32>) {
  // expected-error@+1 {{expected result type with stride = 5 instead of 4 in dim = 0}}
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [5, 1] : memref<16xf32> to memref<4x4xf32>
  return
}

// -----

func.func @f(%m: memref<16xf32>) {
  // expected-error@+1 {{expected result type with offset = 1 instead of 0}}
  %a = memref.reinterpret_cast %m to offset: [1], sizes: [4, 4], strides: [4, 1] : memref<16xf32> to memref<4x4xf32>
  return
}

// -----

func.func @f(%m: memref<16xf32>) {
  // expected-error@+1 {{different element types specified for source type 'memref<16xf32>' and result memref type 'memref<4x4xi32, strided<[4, 1], offset: 1>>'}}
  %a = memref.reinterpret_cast %m to offset: [1], sizes: [4, 4], strides: [4, 1] : memref<16xf32> to memref<4x4xi32, strided<[4, 1], offset: 1>>
  return
}

// -----

func.func @f(%m: tensor<16xf32>, %n: index) {
  // expected-error@+1 {{custom op 'memref.load' invalid kind of type specified}}
  %a = memref.load %m[%n] : tensor<16xf32>
  return
}

// -----

func.func @f(%m: memref<f32>, %n: index) {
  // expected-error@+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
  %a = memref.dim %m, %n : memref<f32>
  return
}

// -----

// From here on in words or at places of our own.
func.func @f(%m: memref<16xf32>, %n: index) {
  %a = memref.dim %m, %n : memref<16xf32>
  // expected-error@+1 {{'memref.dealloc' op operand #0 must be memref of any type values, but got 'index'}}
  memref.dealloc %n : index
  return
}

// -----

func.func @f(%m: memref<?x?xf32>) {
  // expected-error@+1 {{expected result type to be 'memref<1x3xf32, strided<[?, 1]>>' or a rank-reduced version. (mismatch of result layout)}}
  %s = memref.subview %m[0, 0] [1, 3] [1, 1] : memref<?x?xf32> to memref<3xf32, strided<[1], offset: ?>>
  return
}
