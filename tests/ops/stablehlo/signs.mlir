// sign and abs of numbers between -1 and 1, of every float: -1, 0, 1, and the magnitude.

func.func @sign_f64() {
  %a = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 0.0, -0.0, 0.001, -0.001, 3.0]> : tensor<9xf64>
  %0 = stablehlo.sign %a : tensor<9xf64>
  check.expect_eq_const %0, dense<[1.0, -1.0, 1.0, -1.0, 0.0, -0.0, 1.0, -1.0, 1.0]> : tensor<9xf64>
  %b = stablehlo.constant dense<[0.5, -0.5, -0.0, -3.0]> : tensor<4xf64>
  %1 = stablehlo.abs %b : tensor<4xf64>
  check.expect_eq_const %1, dense<[0.5, 0.5, 0.0, 3.0]> : tensor<4xf64>
  func.return
}

func.func @sign_f32() {
  %a = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 0.0, -0.0, 0.001, -0.001, 3.0]> : tensor<9xf32>
  %0 = stablehlo.sign %a : tensor<9xf32>
  check.expect_eq_const %0, dense<[1.0, -1.0, 1.0, -1.0, 0.0, -0.0, 1.0, -1.0, 1.0]> : tensor<9xf32>
  %b = stablehlo.constant dense<[0.5, -0.5, -0.0, -3.0]> : tensor<4xf32>
  %1 = stablehlo.abs %b : tensor<4xf32>
  check.expect_eq_const %1, dense<[0.5, 0.5, 0.0, 3.0]> : tensor<4xf32>
  func.return
}

func.func @sign_f16() {
  %a = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 0.0, -0.0, 0.001, -0.001, 3.0]> : tensor<9xf16>
  %0 = stablehlo.sign %a : tensor<9xf16>
  check.expect_eq_const %0, dense<[1.0, -1.0, 1.0, -1.0, 0.0, -0.0, 1.0, -1.0, 1.0]> : tensor<9xf16>
  %b = stablehlo.constant dense<[0.5, -0.5, -0.0, -3.0]> : tensor<4xf16>
  %1 = stablehlo.abs %b : tensor<4xf16>
  check.expect_eq_const %1, dense<[0.5, 0.5, 0.0, 3.0]> : tensor<4xf16>
  func.return
}

func.func @sign_bf16() {
  %a = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 0.0, -0.0, 0.001, -0.001, 3.0]> : tensor<9xbf16>
  %0 = stablehlo.sign %a : tensor<9xbf16>
  check.expect_eq_const %0, dense<[1.0, -1.0, 1.0, -1.0, 0.0, -0.0, 1.0, -1.0, 1.0]> : tensor<9xbf16>
  %b = stablehlo.constant dense<[0.5, -0.5, -0.0, -3.0]> : tensor<4xbf16>
  %1 = stablehlo.abs %b : tensor<4xbf16>
  check.expect_eq_const %1, dense<[0.5, 0.5, 0.0, 3.0]> : tensor<4xbf16>
  func.return
}
