// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

ml_program.global private @k(dense<4> : tensor<i32>) : tensor<i32>
func.func @global_load_const() {
  %4 = ml_program.global_load_const @k : tensor<i32>
  return
}

// -----

ml_program.global private mutable @counter(dense<4> : tensor<i32>) : tensor<i32>
func.func @global_load() {
  %0 = ml_program.global_load @counter : tensor<i32>
  return
}

// -----

ml_program.global private mutable @counter(dense<4> : tensor<i32>) : tensor<i32>
func.func @global_store(%x: tensor<i32>) {
  ml_program.global_store @counter = %x : tensor<i32>
  return
}
