// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @for() {
  affine.for %j = 0 to 10 step 2 { }
  return
}

// -----

func.func @if(%i: index) {
  affine.if affine_set<(d0)[s0] : (d0 >= 0)>(%i)[%i] { } else { }
  return
}

// -----

func.func @load(%i: index, %m: memref<?x?xf32>) {
  %0 = affine.load %m[%i + 3, symbol(%i) floordiv 2] : memref<?x?xf32>
  return
}

// -----

func.func @min(%i: index) {
  %2 = affine.min affine_map<(d0) -> (d0, 4)>(%i)
  return
}

// -----

func.func @store(%i: index, %m: memref<?x?xf32>) {
  %0 = affine.load %m[%i + 3, symbol(%i) floordiv 2] : memref<?x?xf32>
  affine.store %0, %m[%i, -1 + (%i mod 2)] : memref<?x?xf32>
  return
}

// -----

func.func @vector_load(%i: index, %m: memref<?x?xf32>) {
  %5 = affine.vector_load %m[%i + 3, %i] : memref<?x?xf32>, vector<4xf32>
  return
}
