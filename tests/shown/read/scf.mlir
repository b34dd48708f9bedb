// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @condition() {
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

// -----

func.func @execute_region(%x: i32) {
  %s = scf.execute_region -> i32 { scf.yield %x : i32 }
  return
}
