// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @constant() {
  %i = complex.constant [0.0 : f64, 1.0 : f64] : complex<f64>
  return
}

// -----

func.func @create() {
  %three = arith.constant 3.0 : f32
  %four = arith.constant 4.0 : f32
  %z = complex.create %three, %four : complex<f32>
  return
}

// -----

func.func @eq() {
  %z = complex.constant [3.0 : f64, 4.0 : f64] : complex<f64>
  %w = complex.constant [3.0 : f64, 4.5 : f64] : complex<f64>
  %a = complex.eq %z, %z : complex<f64>
  %b = complex.eq %z, %w : complex<f64>
  %c = complex.neq %z, %w : complex<f64>
  %truth = tensor.from_elements %a, %b, %c : tensor<3xi1>
  check.expect_eq_const %truth, dense<[true, false, true]> : tensor<3xi1>
  return
}

// -----

func.func @im() {
  %z = complex.constant [3.0 : f64, 4.0 : f64] : complex<f64>
  %re = complex.re %z : complex<f64>
  %im = complex.im %z : complex<f64>
  %abs = complex.abs %z : complex<f64>
  %parts = tensor.from_elements %re, %im, %abs : tensor<3xf64>
  check.expect_eq_const %parts, dense<[3.0, 4.0, 5.0]> : tensor<3xf64>
  return
}

// -----

func.func @neq() {
  %z = complex.constant [3.0 : f64, 4.0 : f64] : complex<f64>
  %w = complex.constant [3.0 : f64, 4.5 : f64] : complex<f64>
  %a = complex.eq %z, %z : complex<f64>
  %b = complex.eq %z, %w : complex<f64>
  %c = complex.neq %z, %w : complex<f64>
  %truth = tensor.from_elements %a, %b, %c : tensor<3xi1>
  check.expect_eq_const %truth, dense<[true, false, true]> : tensor<3xi1>
  return
}

// -----

func.func @re() {
  %z = complex.constant [3.0 : f64, 4.0 : f64] : complex<f64>
  %re = complex.re %z : complex<f64>
  %im = complex.im %z : complex<f64>
  %abs = complex.abs %z : complex<f64>
  %parts = tensor.from_elements %re, %im, %abs : tensor<3xf64>
  check.expect_eq_const %parts, dense<[3.0, 4.0, 5.0]> : tensor<3xf64>
  return
}
