// ML-12: the RFC's buffer form of gather and scatter copies into a new contiguous buffer; its nested form is not for the buffer
// type that there is.

func.func @f(%x: memref<4x4xf32>, %i: memref<?x1xindex>) {
  // expected-error@+1 {{'gather' op 'memref<?xmemref<4xf32>>' would hold many views that lie apart, and no buffer type is rich enough to say that (RFC of gather and scatter, Bufferization): expected one contiguous memref, which the slices are copied into}}
  %0 = gather %x[%i] coordinates = [1] : memref<4x4xf32>[memref<?x 1xindex>] -> memref<? x memref<4xf32>>
  return
}

// -----

func.func @f(%s: memref<? x memref<4xf32>>, %x: memref<4x4xf32>, %i: memref<?x1xindex>) {
  // expected-error@+1 {{'scatter' op 'memref<?xmemref<4xf32>>' would hold many views that lie apart}}
  %0 = scatter %s into %x[%i] coordinates = [1] : memref<? x memref<4xf32>> into memref<4x4xf32>[memref<?x 1xindex>] -> memref<4x4xf32>
  return
}

// -----

func.func @f(%x: memref<4x4xf32>, %i: memref<?x1xindex>) {
  // expected-error@+1 {{'gather' op the result is a new buffer, expected a memref without a layout}}
  %0 = gather %x[%i] coordinates = [1] : memref<4x4xf32>[memref<?x1xindex>] -> memref<?x4xf32, strided<[4, 1]>>
  return
}

// -----

func.func @f(%x: memref<4x4xf32>, %i: tensor<?x1xindex>) {
  // expected-error@+1 {{'gather' op expected tensors throughout, or memrefs throughout}}
  %0 = gather %x[%i] coordinates = [1] : memref<4x4xf32>[tensor<?x1xindex>] -> memref<?x4xf32>
  return
}

// -----

func.func @f(%x: memref<4x4xf32>, %i: memref<?x1xindex>) {
  // expected-error@+1 {{'gather' op result type mismatch: expected 'memref<?x4x1xf32>' or its rank-reduced variant 'memref<?x4xf32>' (got: 'memref<?x3xf32>')}}
  %0 = gather %x[%i] coordinates = [1] : memref<4x4xf32>[memref<?x1xindex>] -> memref<?x3xf32>
  return
}

// -----

func.func @f(%x: memref<4x4xf32>, %i: memref<?x1xf32>) {
  // expected-error@+1 {{'gather' op operand #1 must be ranked tensor or memref of signless integer or index values, but got 'memref<?x1xf32>'}}
  %0 = gather %x[%i] coordinates = [1] : memref<4x4xf32>[memref<?x1xf32>] -> memref<?x4xf32>
  return
}
