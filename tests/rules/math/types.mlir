// math: upstream's rules in upstream's words (mlir-opt-19).

func.func @f(%v: f32, %i: i32) {
  // expected-error@+1 {{'math.sqrt' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = math.sqrt %i : i32
  return
}

// -----

func.func @f(%v: f32, %i: i32) {
  // expected-error@+1 {{'math.powf' op requires the same type for all operands and results}}
  %r = "math.powf"(%v, %v) : (f32, f32) -> f64
  return
}
