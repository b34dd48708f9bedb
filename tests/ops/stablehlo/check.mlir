// The check dialect's ops in each spelling: words after the operands, an attribute dictionary, the generic form.

func.func @close_by_words() {
  %near = stablehlo.constant dense<[1.0, 4.0]> : tensor<2xf32>
  %far = stablehlo.constant dense<[0x3F800002, 4.0]> : tensor<2xf32>
  check.expect_close %near, %near : tensor<2xf32>, tensor<2xf32>
  check.expect_close %near, %far, max_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %far, %near, max_ulp_difference = 2, min_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %near, %near, min_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %near, %far {max_ulp_difference = 2 : ui64} : tensor<2xf32>, tensor<2xf32>
  "check.expect_close"(%near, %far) <{max_ulp_difference = 2 : ui64}> : (tensor<2xf32>, tensor<2xf32>) -> ()
  func.return
}

func.func @almost() {
  %a = stablehlo.constant dense<[0.5, 2.0]> : tensor<2xf64>
  %b = stablehlo.constant dense<[0.5005, 2.0]> : tensor<2xf64>
  check.expect_almost_eq %a, %b : tensor<2xf64>
  check.expect_almost_eq_const %b, dense<[0.5, 2.0]> : tensor<2xf64>
  func.return
}

// -----

// Tensors of index, which other dialects compute with; a tolerance written out and in the dictionary.
func.func @tolerances() {
  %c = arith.constant dense<[1, 2]> : tensor<2xindex>
  check.expect_eq %c, %c : tensor<2xindex>
  check.expect_eq_const %c, dense<[1, 2]> : tensor<2xindex>
  %a = stablehlo.constant dense<5.0> : tensor<f64>
  %b = stablehlo.constant dense<5.0625> : tensor<f64>
  check.expect_almost_eq %a, %b, tolerance = 0.1 : tensor<f64>
  check.expect_almost_eq %a, %b {tolerance = 0.0625 : f64} : tensor<f64>
  check.expect_almost_eq_const %a, dense<5.0625> : tensor<f64> {tolerance = 0.1 : f64}
  return
}
