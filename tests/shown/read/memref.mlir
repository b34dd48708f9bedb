// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @alloca_scope(%i: index) {
  %3 = memref.alloca_scope -> (index) {
    memref.alloca_scope.return %i : index
  }
  return
}

// -----

func.func @alloca_scope_return(%i: index) {
  %3 = memref.alloca_scope -> (index) {
    memref.alloca_scope.return %i : index
  }
  return
}

// -----

func.func @assume_alignment(%m: memref<?x4xf32>) {
  memref.assume_alignment %m, 64 : memref<?x4xf32>
  return
}

// -----

func.func @extract_aligned_pointer_as_index(%m: memref<?x4xf32>) {
  %7 = memref.extract_aligned_pointer_as_index %m : memref<?x4xf32> -> index
  return
}

// -----

func.func @extract_strided_metadata(%m: memref<?x4xf32>) {
  %8:6 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  return
}

// -----

func.func @memory_space_cast(%m: memref<?x4xf32>) {
  %6 = memref.memory_space_cast %m : memref<?x4xf32> to memref<?x4xf32, 1>
  return
}

// -----

func.func @rank(%m: memref<4xf32>) {
  %0 = memref.rank %m : memref<4xf32>
  return
}

// -----

func.func @realloc(%i: index, %r: memref<?xf32>) {
  %2 = memref.realloc %r(%i) : memref<?xf32> to memref<?xf32>
  return
}

// -----

func.func @reshape(%m: memref<4xf32>, %s: memref<1xindex>) {
  %1 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xindex>) -> memref<?xf32>
  return
}

// -----

func.func @view(%i: index, %bytes: memref<64xi8>) {
  %5 = memref.view %bytes[%i][%i] : memref<64xi8> to memref<?x4xf32>
  return
}

// -----

func.func @generic_atomic_rmw(%m: memref<?xf32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<?xf32> {
  ^bb0(%old: f32):
    %new = arith.addf %old, %old : f32
    memref.atomic_yield %new : f32
  }
  return
}
