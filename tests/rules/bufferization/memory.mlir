// bufferization.to_memref and to_tensor: the messages are those of mlir-opt-19.

func.func @shape(%t: tensor<4xf32>, %mm: memref<4xf32>, %x: f32) {
  // expected-error@+1 {{'bufferization.to_memref' op failed to verify that type of 'tensor' is the tensor equivalent of 'memref'}}
  %m = "bufferization.to_memref"(%t) : (tensor<4xf32>) -> memref<5xf32>
  return
}

// -----

func.func @elements(%t: tensor<4xf32>, %mm: memref<4xf32>) {
  // expected-error@+1 {{'bufferization.to_memref' op failed to verify that type of 'tensor' is the tensor equivalent of 'memref'}}
  %m = "bufferization.to_memref"(%t) : (tensor<4xf32>) -> memref<4xi32>
  return
}

// -----

func.func @tensor(%t: tensor<4xf32>, %mm: memref<4xf32>) {
  // expected-error@+1 {{'bufferization.to_tensor' op failed to verify that result type matches tensor equivalent of 'memref'}}
  %m = "bufferization.to_tensor"(%mm) : (memref<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @of_a_tensor(%t: tensor<4xf32>, %mm: memref<4xf32>) {
  // expected-error@+1 {{'bufferization.to_tensor' op operand #0 must be ranked or unranked memref of any type values, but got 'tensor<4xf32>'}}
  %m = "bufferization.to_tensor"(%t) : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @of_a_memref(%t: tensor<4xf32>, %mm: memref<4xf32>) {
  // expected-error@+1 {{'bufferization.to_memref' op operand #0 must be tensor of any type values, but got 'memref<4xf32>'}}
  %m = "bufferization.to_memref"(%mm) : (memref<4xf32>) -> memref<4xf32>
  %k = bufferization.to_tensor %mm restrict writable : memref<4xf32>
  return
}

// -----

func.func @good(%t: tensor<4xf32>, %mm: memref<4xf32>) -> memref<4xf32, strided<[?], offset: ?>> {
  %k = bufferization.to_tensor %mm restrict writable : memref<4xf32>
  %m = bufferization.to_memref %t read_only : memref<4xf32, strided<[?], offset: ?>>
  return %m : memref<4xf32, strided<[?], offset: ?>>
}

// -----

func.func @to_a_tensor(%t: tensor<4xf32>, %mm: memref<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'bufferization.to_memref' op result #0 must be ranked or unranked memref of any type values, but got 'tensor<4xf32>'}}
  %m = "bufferization.to_memref"(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %m : tensor<4xf32>
}
