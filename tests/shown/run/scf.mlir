// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @if() {
  %false = arith.constant false
  %a = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1xi32>
  scf.if %false {
    memref.store %a, %m[%c0] : memref<1xi32>
  }
  return
}

// -----

func.func @while() {
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %m = memref.alloc() : memref<index>
  scf.while : () -> () {
    %v = memref.load %m[] : memref<index>
    %more = arith.cmpi slt, %v, %c9 : index
    scf.condition(%more)
  } do {
    %v = memref.load %m[] : memref<index>
    %w = arith.addi %v, %c1 : index
    memref.store %w, %m[] : memref<index>
    scf.yield
  }
  return
}
