// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @alloc_tensor(%n: index) {
  %0 = bufferization.alloc_tensor(%n) : tensor<?x4xf32>
  return
}

// -----

func.func @clone(%m: memref<?x4xf32>) {
  %0 = bufferization.clone %m : memref<?x4xf32> to memref<?x4xf32>
  return
}

// -----

func.func @materialize_in_destination(%t: tensor<?x4xf32>, %d: tensor<?x4xf32>) {
  %0 = bufferization.materialize_in_destination %t in %d : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return
}
