// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @gather() {
  %m = memref.alloc() : memref<4xi32>
  %i = memref.alloc() : memref<4x1xindex>
  garner.gather ins(%m, %i : memref<4xi32>, memref<4x1xindex>) outs(%m : memref<4xi32>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1], bounds = clamp
  return
}

// -----

func.func @scatter() {
  %m = memref.alloc() : memref<6xi32>
  %i = memref.alloc() : memref<3xi64>
  %odd = memref.subview %m[0] [3] [2] : memref<6xi32> to memref<3xi32, strided<[2]>>
  %head = memref.subview %m[0] [3] [1] : memref<6xi32> to memref<3xi32, strided<[1]>>
  garner.scatter ins(%i, %head : memref<3xi64>, memref<3xi32, strided<[1]>>) outs(%odd : memref<3xi32, strided<[2]>>) collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = replace
  return
}
