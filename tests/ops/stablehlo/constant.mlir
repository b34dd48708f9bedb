// constant, iota, dynamic_iota: StableHLO spec, the sections of those names.

func.func @constant_is_its_value() {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  check.expect_eq_const %0, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  func.return
}

func.func @constant_splat() {
  %0 = stablehlo.constant dense<true> : tensor<3xi1>
  check.expect_eq_const %0, dense<[true, true, true]> : tensor<3xi1>
  func.return
}

func.func @constant_generic() {
  %0 = "stablehlo.constant"() <{value = dense<7> : tensor<2xui8>}> : () -> tensor<2xui8>
  check.expect_eq_const %0, dense<[7, 7]> : tensor<2xui8>
  func.return
}

func.func @constant_with_attributes() {
  %0 = stablehlo.constant {note = "kept"} dense<1.5> : tensor<f64>
  check.expect_eq_const %0, dense<1.5> : tensor<f64>
  func.return
}

func.func @constant_empty() {
  %0 = stablehlo.constant dense<> : tensor<0x3xf32>
  check.expect_eq_const %0, dense<> : tensor<0x3xf32>
  func.return
}

func.func @constant_complex() {
  %0 = stablehlo.constant dense<(1.0, -2.0)> : tensor<complex<f32>>
  %1 = stablehlo.imag %0 : (tensor<complex<f32>>) -> tensor<f32>
  check.expect_eq_const %1, dense<-2.0> : tensor<f32>
  func.return
}

func.func @iota_rows() {
  %0 = stablehlo.iota dim = 0 : tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi32>
  func.return
}

func.func @iota_columns() {
  %0 = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<2x3xf16>
  check.expect_eq_const %0, dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf16>
  func.return
}

func.func @iota_unsigned() {
  %0 = stablehlo.iota dim = 0 : tensor<4xui8>
  check.expect_eq_const %0, dense<[0, 1, 2, 3]> : tensor<4xui8>
  func.return
}

func.func @iota_complex() {
  %0 = stablehlo.iota dim = 0 : tensor<3xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %2 = stablehlo.imag %0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  check.expect_eq_const %1, dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  check.expect_eq_const %2, dense<[0.0, 0.0, 0.0]> : tensor<3xf32>
  func.return
}

func.func @iota_empty() {
  %0 = stablehlo.iota dim = 1 : tensor<2x0xi32>
  check.expect_eq_const %0, dense<> : tensor<2x0xi32>
  func.return
}

func.func @dynamic_iota() {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi32>
  %1 = stablehlo.reshape %0 : (tensor<?x?xi32>) -> tensor<6xi32>
  check.expect_eq_const %1, dense<[0, 1, 2, 0, 1, 2]> : tensor<6xi32>
  func.return
}
