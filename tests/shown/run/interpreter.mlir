// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @print() {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  interpreter.print %0 : tensor<2x2xi32>
  return
}

// -----

func.func @probe() {
  %r = stablehlo.replica_id : tensor<ui32>
  %s = interpreter.probe %r, probe_id = "id" : tensor<ui32>
  return
}
