// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @mului_extended(%n: i32) {
  %low, %high = arith.mului_extended %n, %n : i32
  return
}

// -----

func.func @addui_extended(%n: i32) {
  %0, %1 = arith.addui_extended %n, %n : i32, i1
  return
}

// -----

func.func @mulsi_extended(%n: i32) {
  %0, %1 = arith.mulsi_extended %n, %n : i32
  return
}

// -----

func.func @ceildivui(%n: i32) {
  %0 = arith.ceildivui %n, %n : i32
  return
}
