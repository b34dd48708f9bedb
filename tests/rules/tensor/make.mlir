// tensor.empty, splat, from_elements, extract, and arith: upstream's rules in upstream's words.

func.func @f() -> tensor<?x4xf32> {
  // expected-error@+1 {{'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.empty() : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @f(%n: index) -> tensor<3xindex> {
  // expected-error@+1 {{'tensor.splat' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = tensor.splat %n[%n] : tensor<3xindex>
  return %0 : tensor<3xindex>
}

// -----

func.func @f(%n: index) -> tensor<3xindex> {
  // expected-error@+1 {{number of operands and types do not match: got 2 operands and 3 types}}
  %0 = tensor.from_elements %n, %n : tensor<3xindex>
  return %0 : tensor<3xindex>
}

// -----

func.func @f(%a: tensor<3xf32>, %i: index) -> f32 {
  // expected-error@+1 {{'tensor.extract' op incorrect number of indices for extract_element}}
  %0 = tensor.extract %a[%i, %i] : tensor<3xf32>
  return %0 : f32
}

// -----

func.func @f(%a: tensor<3xf32>, %i: index) -> f32 {
  // expected-error@+1 {{'arith.addf' op operand #1 must be floating-point-like, but got 'index'}}
  %0 = "arith.addf"(%a, %i) : (tensor<3xf32>, index) -> f32
  return %0 : f32
}

// -----

func.func @f(%a: tensor<3xf32>, %i: f32) -> f32 {
  // expected-error@+1 {{'arith.addf' op requires the same type for all operands and results}}
  %0 = "arith.addf"(%a, %i) : (tensor<3xf32>, f32) -> f32
  return %0 : f32
}

// -----

func.func @f(%a: ui8) -> ui8 {
  // expected-error@+1 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'ui8'}}
  %0 = arith.addi %a, %a : ui8
  return %0 : ui8
}

// -----

func.func @f() -> f32 {
  // expected-error@+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  %0 = "arith.constant"() {value = 1 : i32} : () -> f32
  return %0 : f32
}

// -----

func.func @f() -> ui32 {
  // expected-error@+1 {{'arith.constant' op integer return type must be signless}}
  %0 = "arith.constant"() {value = 1 : ui32} : () -> ui32
  return %0 : ui32
}

// -----

func.func @f(%a: f32) {
  // expected-error@+1 {{'tensor.splat' op failed to verify that operand type matches element type of result}}
  %0 = "tensor.splat"(%a) : (f32) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: f32, %b: i32) {
  // expected-error@+1 {{'tensor.from_elements' op failed to verify that operand types match result element type}}
  %0 = "tensor.from_elements"(%a, %b) : (f32, i32) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %i: index) {
  // expected-error@+1 {{'tensor.extract' op failed to verify that result type matches element type of tensor}}
  %0 = "tensor.extract"(%a, %i) : (tensor<2xf32>, index) -> i32
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error@+1 {{'tensor.from_elements' op result #0 must be statically shaped tensor of any type values}}
  %0 = "tensor.from_elements"(%a) : (f32) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error@+1 {{'tensor.from_elements' op 1 operands present, the result has another number of elements}}
  %0 = "tensor.from_elements"(%a) : (f32) -> tensor<4611686018427387904x4xf32>
  return
}
