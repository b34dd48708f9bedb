// Literals that are not of their type, in MLIR's words. Messages as jaxlib 0.10.2 has them.

// expected-error@+1 {{expected ',' or ']'}}
func.func @f() attributes {a = [1 2]} {
  return
}

// -----

// expected-error@+1 {{expected ',' or ']'}}
func.func @f() attributes {a = [1, 2} {
  return
}

// -----

// expected-error@+1 {{expected integer literal}}
func.func @f() attributes {a = array<i64: 1.0>} {
  return
}

// -----

// expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
func.func @f() attributes {a = array<f32: 1>} {
  return
}

// -----

// expected-error@+1 {{expected 'true' or 'false' values for i1 type}}
func.func @f() attributes {a = array<i1: 2>} {
  return
}

// -----

// expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
func.func @f() attributes {a = dense<(1, 2)> : tensor<complex<f32>>} {
  return
}

// -----

// expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
func.func @f() attributes {a = dense<(1.0, 2)> : tensor<complex<f32>>} {
  return
}

// -----

// expected-error@+1 {{expected ')' after complex elements}}
func.func @f() attributes {a = dense<(1.0, 2.0> : tensor<complex<f32>>} {
  return
}

// -----

// expected-error@+1 {{parsed 1 elements, but type ('complex<f32>') expected 2 elements}}
func.func @f() attributes {a = dense<1.0> : tensor<complex<f32>>} {
  return
}

// -----

// expected-error@+1 {{parsed 1 elements, but type ('tensor<1xcomplex<f32>>') expected 2 elements}}
func.func @f() attributes {a = dense<[1.0]> : tensor<1xcomplex<f32>>} {
  return
}

// -----

// expected-error@+1 {{parsed 3 elements, but type ('tensor<2xcomplex<f32>>') expected 4 elements}}
func.func @f() attributes {a = dense<[(1.0, 2.0), 3.0]> : tensor<2xcomplex<f32>>} {
  return
}

// -----

// expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
func.func @f() attributes {a = dense<[1, 2]> : tensor<2xbf16>} {
  return
}

// -----

// expected-error@+1 {{expected floating point literal}}
func.func @f() attributes {a = dense<true> : tensor<bf16>} {
  return
}

// -----

// expected-error@+1 {{parsed zero elements, but type ('tensor<2xi8>') expected at least 1}}
func.func @f() attributes {a = dense<> : tensor<2xi8>} {
  return
}
