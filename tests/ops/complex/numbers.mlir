// complex: put together, taken apart, computed with. z = 3 + 4i, w = 1 - 2i.

func.func @arithmetic() {
  %three = arith.constant 3.0 : f32
  %four = arith.constant 4.0 : f32
  %z = complex.create %three, %four : complex<f32>
  %w = complex.constant [1.0 : f32, -2.0 : f32] : complex<f32>
  %sum = complex.add %z, %w : complex<f32>
  %difference = complex.sub %z, %w : complex<f32>
  %product = complex.mul %z, %w : complex<f32>
  %quotient = complex.div %z, %w : complex<f32>
  %minus = complex.neg %z : complex<f32>
  %got = tensor.from_elements %sum, %difference, %product, %quotient, %minus : tensor<5xcomplex<f32>>
  check.expect_eq_const %got, dense<[(4.0, 2.0), (2.0, 6.0), (11.0, -2.0), (-1.0, 2.0), (-3.0, -4.0)]> : tensor<5xcomplex<f32>>
  return
}

func.func @parts() {
  %z = complex.constant [3.0 : f64, 4.0 : f64] : complex<f64>
  %w = complex.constant [3.0 : f64, 4.5 : f64] : complex<f64>
  %re = complex.re %z : complex<f64>
  %im = complex.im %z : complex<f64>
  %abs = complex.abs %z : complex<f64>
  %parts = tensor.from_elements %re, %im, %abs : tensor<3xf64>
  check.expect_eq_const %parts, dense<[3.0, 4.0, 5.0]> : tensor<3xf64>
  %a = complex.eq %z, %z : complex<f64>
  %b = complex.eq %z, %w : complex<f64>
  %c = complex.neq %z, %w : complex<f64>
  %truth = tensor.from_elements %a, %b, %c : tensor<3xi1>
  check.expect_eq_const %truth, dense<[true, false, true]> : tensor<3xi1>
  return
}
