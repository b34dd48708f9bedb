// tensor.generate, tensor.insert: upstream's rules in upstream's words (mlir-opt-19).

func.func @f(%a: tensor<2xf32>, %v: i32, %i: index) {
  // expected-error@+1 {{'tensor.insert' op failed to verify that scalar type matches element type of dest}}
  %r = "tensor.insert"(%v, %a, %i) : (i32, tensor<2xf32>, index) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %v: f32, %i: index) {
  // expected-error@+1 {{'tensor.insert' op incorrect number of indices}}
  %r = tensor.insert %v into %a[%i, %i] : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %v: f32, %i: index) {
  // expected-error@+1 {{'tensor.insert' op failed to verify that result type matches type of dest}}
  %r = "tensor.insert"(%v, %a, %i) : (f32, tensor<2xf32>, index) -> tensor<3xf32>
  return
}

// -----

func.func @f(%v: f32, %i: index) {
  // expected-error@+1 {{must have as many index operands as dynamic extents in the result type}}
  %r = tensor.generate %i {
  ^bb0(%a: index):
    tensor.yield %v : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @f(%v: f32, %i: index) {
  // expected-error@+1 {{must have one body argument per input dimension}}
  %r = tensor.generate %i {
  ^bb0(%a: index):
    tensor.yield %v : f32
  } : tensor<4x?xf32>
  return
}

// -----

func.func @f(%v: f32, %i: index) {
  // expected-error@+1 {{all body arguments must be index}}
  %r = tensor.generate %i {
  ^bb0(%a: i32):
    tensor.yield %v : f32
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%v: f32, %i: index) {
  // expected-error@+1 {{'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type}}
  %r = tensor.generate %i {
  ^bb0(%a: index):
    tensor.yield %i : index
  } : tensor<?xf32>
  return
}
