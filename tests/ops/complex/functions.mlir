// complex: functions, at places where their values are known.

func.func @functions() {
  %zero = complex.constant [0.0 : f64, 0.0 : f64] : complex<f64>
  %one = complex.constant [1.0 : f64, 0.0 : f64] : complex<f64>
  %minus = complex.constant [-4.0 : f64, 0.0 : f64] : complex<f64>
  %two = complex.constant [2.0 : f64, 0.0 : f64] : complex<f64>
  %i = complex.constant [0.0 : f64, 1.0 : f64] : complex<f64>
  %exp = complex.exp %zero : complex<f64>
  %log = complex.log %one : complex<f64>
  %root = complex.sqrt %minus : complex<f64>
  %square = complex.pow %i, %two : complex<f64>
  %cos = complex.cos %zero : complex<f64>
  %sin = complex.sin %i : complex<f64>
  %tan = complex.tan %zero : complex<f64>
  %tanh = complex.tanh %one : complex<f64>
  %got = tensor.from_elements %exp, %log, %root, %square, %cos, %sin, %tan, %tanh : tensor<8xcomplex<f64>>
  check.expect_almost_eq_const %got, dense<[(1.0, 0.0), (0.0, 0.0), (0.0, 2.0), (-1.0, 0.0), (1.0, 0.0), (0.0, 1.1752011936438014), (0.0, 0.0), (0.7615941559557649, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// Single parts are computed in double ones.
func.func @of_single_parts() {
  %z = complex.constant [5.0 : f32, 10.0 : f32] : complex<f32>
  %w = complex.constant [3.0 : f32, 4.0 : f32] : complex<f32>
  %q = complex.div %z, %w : complex<f32>
  %r = complex.sqrt %w : complex<f32>
  %a = complex.abs %w : complex<f32>
  %got = tensor.from_elements %q, %r : tensor<2xcomplex<f32>>
  %size = tensor.from_elements %a : tensor<1xf32>
  check.expect_eq_const %got, dense<[(2.2, 0.4), (2.0, 1.0)]> : tensor<2xcomplex<f32>>
  check.expect_eq_const %size, dense<5.0> : tensor<1xf32>
  return
}
