// bufferization.to_tensor, to_memref and to_buffer: copies, so that no store changes a tensor.

func.func @to_tensor() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = arith.constant 7 : i32
  %zero = arith.constant 0 : i32
  %m = memref.alloc() : memref<3xi32>
  memref.store %v, %m[%c0] : memref<3xi32>
  memref.store %zero, %m[%c1] : memref<3xi32>
  memref.store %zero, %m[%c2] : memref<3xi32>
  %t = bufferization.to_tensor %m restrict writable : memref<3xi32>
  %nine = arith.constant 9 : i32
  memref.store %nine, %m[%c0] : memref<3xi32>
  %u = bufferization.to_tensor %m : memref<3xi32>
  check.expect_eq_const %t, dense<[7, 0, 0]> : tensor<3xi32>
  check.expect_eq_const %u, dense<[9, 0, 0]> : tensor<3xi32>
  memref.dealloc %m : memref<3xi32>
  return
}

func.func @to_memref() {
  %c1 = arith.constant 1 : index
  %v = arith.constant 7 : i32
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %m = bufferization.to_memref %a : memref<3xi32>
  memref.store %v, %m[%c1] : memref<3xi32>
  %t = bufferization.to_tensor %m : memref<3xi32> to tensor<3xi32>
  check.expect_eq_const %t, dense<[1, 7, 3]> : tensor<3xi32>
  check.expect_eq_const %a, dense<[1, 2, 3]> : tensor<3xi32>
  return
}

// The newer name, and a layout that the type leaves open.
func.func @to_buffer() {
  %c1 = arith.constant 1 : index
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %m = bufferization.to_buffer %a read_only : tensor<2x2xi32> to memref<2x2xi32, strided<[?, ?], offset: ?>>
  %v = memref.load %m[%c1, %c1] : memref<2x2xi32, strided<[?, ?], offset: ?>>
  %t = tensor.from_elements %v : tensor<i32>
  check.expect_eq_const %t, dense<4> : tensor<i32>
  return
}

// A gather of buffers between tensors.
func.func @gather() {
  %x = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %i = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>
  %m = bufferization.to_memref %x read_only : memref<3x2xf32>
  %n = bufferization.to_memref %i read_only : memref<2x1xindex>
  %g = gather %m[%n] coordinates = [0] : memref<3x2xf32>[memref<2x1xindex>] -> memref<2x2xf32>
  %t = bufferization.to_tensor %g restrict : memref<2x2xf32>
  check.expect_eq_const %t, dense<[[5.0, 6.0], [1.0, 2.0]]> : tensor<2x2xf32>
  return
}
