// Quotients and powers of e near what doubles can say. Worked by hand; C11 Annex G for infinities and zeros.

// (-5 + 10i) / (3 + 4i) = 1 + 2i and (2 + i) / i = 1 - 2i; the same with all parts scaled to either end.
func.func @quotients() {
  %a = stablehlo.constant dense<[(-5.0, 10.0), (2.0, 1.0), (0x7FD0000000000000, 0x7FD0000000000000), (0x0000000000000004, 0x0000000000000008), (0x7FE0000000000000, 0.0)]> : tensor<5xcomplex<f64>>
  %b = stablehlo.constant dense<[(3.0, 4.0), (0.0, 1.0), (0x7FE0000000000000, 0x7FE0000000000000), (0x0000000000000004, 0x0000000000000008), (0x7FD0000000000000, 0.0)]> : tensor<5xcomplex<f64>>
  %0 = stablehlo.divide %a, %b : tensor<5xcomplex<f64>>
  check.expect_eq_const %0, dense<[(1.0, 2.0), (1.0, -2.0), (0.5, 0.0), (1.0, 0.0), (2.0, 0.0)]> : tensor<5xcomplex<f64>>
  func.return
}

// By zero, infinite by finite, finite by infinite.
func.func @infinite_quotients() {
  %a = stablehlo.constant dense<[(1.0, -1.0), (0x7FF0000000000000, 1.0), (1.0, 1.0), (0x7FF0000000000000, 0xFFF0000000000000)]> : tensor<4xcomplex<f64>>
  %b = stablehlo.constant dense<[(0.0, 0.0), (1.0, 1.0), (0x7FF0000000000000, 1.0), (1.0, 0.0)]> : tensor<4xcomplex<f64>>
  %0 = stablehlo.divide %a, %b : tensor<4xcomplex<f64>>
  check.expect_eq_const %0, dense<[(0x7FF0000000000000, 0xFFF0000000000000), (0x7FF0000000000000, 0xFFF0000000000000), (0.0, 0.0), (0x7FF0000000000000, 0xFFF0000000000000)]> : tensor<4xcomplex<f64>>
  func.return
}

func.func @powers_of_e() {
  %a = stablehlo.constant dense<[(0.0, 0.0), (1000.0, 0.0), (0xFFF0000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0.0), (0xFFF0000000000000, 1.0)]> : tensor<5xcomplex<f64>>
  %0 = stablehlo.exponential %a : tensor<5xcomplex<f64>>
  check.expect_eq_const %0, dense<[(1.0, 0.0), (0x7FF0000000000000, 0.0), (0.0, 0.0), (0x7FF0000000000000, 0.0), (0.0, 0.0)]> : tensor<5xcomplex<f64>>
  %b = stablehlo.constant dense<(709.5, 1.0)> : tensor<complex<f64>>
  %1 = stablehlo.exponential %b : tensor<complex<f64>>
  %c = stablehlo.constant dense<(1.0e+308, 0.0)> : tensor<complex<f64>>
  %2 = stablehlo.divide %1, %c : tensor<complex<f64>>
  check.expect_almost_eq_const %2, dense<(0.7321022327454795, 1.1401816725149108)> : tensor<complex<f64>>
  func.return
}

func.func @in_order() {
  %a = stablehlo.constant dense<[(1.0, 5.0), (1.0, 2.0), (2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %b = stablehlo.constant dense<[(2.0, 0.0), (1.0, 2.0), (1.0, 9.0)]> : tensor<3xcomplex<f32>>
  %0 = stablehlo.divide %a, %b : tensor<3xcomplex<f32>>
  %1 = stablehlo.abs %0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %2 = stablehlo.multiply %0, %b : tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %2, dense<[(1.0, 5.0), (1.0, 2.0), (2.0, 0.0)]> : tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %1, dense<[2.54950976, 1.0, 0.220863059]> : tensor<3xf32>
  func.return
}
