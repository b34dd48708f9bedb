// interpreter.print and interpreter.probe: what they take.

func.func @good(%x: tensor<2xf32>, %y: tensor<?xf32>) {
  interpreter.print %x : tensor<2xf32>
  %0 = interpreter.probe %x, probe_id = "p" : tensor<2xf32>
  %1 = "interpreter.probe"(%y) <{probe_id = "q"}> : (tensor<?xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.probe' op requires the same type for all operands and results}}
  %0 = "interpreter.probe"(%x) <{probe_id = "p"}> : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.probe' op requires the same type for all operands and results}}
  %0 = "interpreter.probe"(%x) <{probe_id = "p"}> : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.probe' op requires attribute 'probe_id'}}
  %0 = "interpreter.probe"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{invalid properties {probe_id = 1 : i64} for op interpreter.probe: Invalid attribute `probe_id` in property conversion: 1 : i64}}
  %0 = "interpreter.probe"(%x) <{probe_id = 1 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
