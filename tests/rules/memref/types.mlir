// memref types: what is wrong with a layout or a memory space, in upstream's words (mlir-opt-19), at the part that is wrong.

// expected-error@+1 {{expected the number of strides to match the rank}}
func.func @f(%m: memref<4xf32, strided<[1, 2]>>) {
  return
}

// -----

// expected-error@+1 {{memref layout mismatch between rank and affine map: 1 != 2}}
func.func @f(%m: memref<4xf32, affine_map<(d0, d1) -> (d0)>>) {
  return
}

// -----

// expected-error@+1 {{multiple memory spaces specified in memref type}}
func.func @f(%m: memref<4xf32, 1, 2>) {
  return
}

// -----

// expected-error@+1 {{expected memory space to be last in memref type}}
func.func @f(%m: memref<4xf32, 1, strided<[1]>>) {
  return
}
