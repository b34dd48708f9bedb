// Ops one by one, as `garner ops` shows them; test_shown runs them.

func.func private @columns() -> memref<?x1xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc(%c2) : memref<?x1xindex>
  memref.store %c3, %m[%c0, %c0] : memref<?x1xindex>
  memref.store %c1, %m[%c1, %c0] : memref<?x1xindex>
  return %m : memref<?x1xindex>
}
func.func @call() {
  %indices = call @columns() : () -> memref<?x1xindex>
  return
}
