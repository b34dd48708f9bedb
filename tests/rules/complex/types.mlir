// complex: upstream's rules in upstream's words (mlir-opt-19).

func.func @f(%v: f32, %w: f64) {
  // expected-error@+1 {{'complex.create' op failed to verify that all of {real, imaginary} have same type}}
  %r = "complex.create"(%v, %w) : (f32, f64) -> complex<f32>
  return
}

// -----

func.func @f(%v: f32, %w: f64) {
  // expected-error@+1 {{'complex.create' op failed to verify that complex element type matches real operand type}}
  %r = "complex.create"(%v, %v) : (f32, f32) -> complex<f64>
  return
}

// -----

func.func @f(%v: complex<f32>, %w: f64) {
  // expected-error@+1 {{'complex.re' op failed to verify that complex element type matches result type}}
  %r = "complex.re"(%v) : (complex<f32>) -> f64
  return
}

// -----

func.func @f(%v: complex<f32>, %w: complex<f64>) {
  // expected-error@+1 {{'complex.add' op requires the same type for all operands and results}}
  %r = "complex.add"(%v, %w) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}

// -----

func.func @f(%v: complex<f32>, %w: complex<f64>) {
  // expected-error@+1 {{'complex.eq' op failed to verify that all of {lhs, rhs} have same type}}
  %r = "complex.eq"(%v, %w) : (complex<f32>, complex<f64>) -> i1
  return
}

// -----

func.func @f(%v: complex<f32>, %w: f64) {
  // expected-error@+1 {{'complex.constant' op requires 'value' to be a complex constant, represented as array of two values}}
  %r = complex.constant [1.0 : f32] : complex<f32>
  return
}

// -----

func.func @f(%v: complex<f32>, %w: f64) {
  // expected-error@+1 {{'complex.constant' op requires attribute's element types ('f64', 'f64') to match the element type of the op's return type ('f32')}}
  %r = complex.constant [1.0 : f64, 2.0 : f64] : complex<f32>
  return
}

// -----

func.func @f(%v: complex<i32>, %w: f64) {
  // expected-error@+1 {{'complex.neg' op operand #0 must be complex type with floating-point elements, but got 'complex<i32>'}}
  %r = complex.neg %v : complex<i32>
  return
}
