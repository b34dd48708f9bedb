// arith: divisions, shifts and conversions: upstream's rules in upstream's words (mlir-opt-19).

func.func @f(%v: f32, %i: i32) {
  // expected-error@+1 {{'arith.divsi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %r = "arith.divsi"(%v, %v) : (f32, f32) -> f32
  return
}

// -----

func.func @f(%v: f32, %i: i32) {
  // expected-error@+1 {{'arith.shli' op requires the same type for all operands and results}}
  %r = "arith.shli"(%i, %i) : (i32, i32) -> i64
  return
}

// -----

func.func @f(%v: f32, %i: i32) {
  // expected-error@+1 {{'arith.extf' op operand type 'f32' and result type 'f16' are cast incompatible}}
  %r = arith.extf %v : f32 to f16
  return
}

// -----

func.func @f(%v: f32, %i: i32) {
  // expected-error@+1 {{'arith.truncf' op operand type 'f32' and result type 'f64' are cast incompatible}}
  %r = arith.truncf %v : f32 to f64
  return
}

// -----

func.func @f(%v: f32, %i: i32) {
  // expected-error@+1 {{'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'f32'}}
  %r = arith.sitofp %v : f32 to f64
  return
}

// -----

func.func @f(%v: f32, %i: i32) {
  // expected-error@+1 {{'arith.fptosi' op result #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %r = arith.fptosi %v : f32 to index
  return
}

// -----

func.func @f(%v: f32, %i: i32) {
  // expected-error@+1 {{'arith.bitcast' op operand type 'f32' and result type 'i64' are cast incompatible}}
  %r = arith.bitcast %v : f32 to i64
  return
}

// -----

func.func @f(%v: tensor<2xf32>, %i: i32) {
  // expected-error@+1 {{'arith.fptosi' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.fptosi %v : tensor<2xf32> to tensor<3xi32>
  return
}
