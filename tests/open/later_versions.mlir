// What versions of MLIR after or before 19 write otherwise.
func.func @buffers(%m: memref<4xf32>, %t: tensor<4xf32>) {
  %0 = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %2 = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  bufferization.dealloc_tensor %0 : tensor<4xf32>
  %3 = math.erfc %t : tensor<4xf32>
  %v = arith.constant dense<1.0> : vector<2xf32>
  %4:2 = vector.to_elements %v : (vector<2xf32>) -> (f32, f32)
  return
}
func.func @value(%v: !shape.value_shape) -> tensor<2xf32> {
  %0 = shape.value_of %v : !shape.value_shape -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
