// Ops one by one, as `garner ops` shows them; test_reference runs them.

func.func @absf() {
  %x = arith.constant dense<[-2.5, -0.4, 0.5, 1.5, 2.5]> : tensor<5xf64>
  %a = math.absf %x : tensor<5xf64>
  check.expect_eq_const %a, dense<[2.5, 0.4, 0.5, 1.5, 2.5]> : tensor<5xf64>
  return
}

// -----

func.func @acos() {
  %x = arith.constant dense<[0.5, 0.75, 0.25]> : tensor<3xf32>
  %acos = math.acos %x : tensor<3xf32>
  check.expect_almost_eq_const %acos, dense<[0x3F860A92, 0x3F39051D, 0x3FA8B807]> : tensor<3xf32>
  return
}

// -----

func.func @acosh() {
  %y = arith.constant dense<[1.0, 1.5, 4.0]> : tensor<3xf32>
  %acosh = math.acosh %y : tensor<3xf32>
  check.expect_almost_eq_const %acosh, dense<[0x00000000, 0x3F766165, 0x40040F5A]> : tensor<3xf32>
  return
}

// -----

func.func @asin() {
  %x = arith.constant dense<[0.5, 0.75, 0.25]> : tensor<3xf32>
  %asin = math.asin %x : tensor<3xf32>
  check.expect_almost_eq_const %asin, dense<[0x3F060A92, 0x3F591A99, 0x3E815F4E]> : tensor<3xf32>
  return
}

// -----

func.func @asinh() {
  %x = arith.constant dense<[0.5, 0.75, 0.25]> : tensor<3xf32>
  %asinh = math.asinh %x : tensor<3xf32>
  check.expect_almost_eq_const %asinh, dense<[0x3EF66165, 0x3F317218, 0x3E7D67D9]> : tensor<3xf32>
  return
}

// -----

func.func @atan() {
  %x = arith.constant dense<[0.5, 0.75, 0.25]> : tensor<3xf32>
  %atan = math.atan %x : tensor<3xf32>
  check.expect_almost_eq_const %atan, dense<[0x3EED6338, 0x3F24BC7D, 0x3E7ADBB0]> : tensor<3xf32>
  return
}

// -----

func.func @atanh() {
  %x = arith.constant dense<[0.5, 0.75, 0.25]> : tensor<3xf32>
  %atanh = math.atanh %x : tensor<3xf32>
  check.expect_almost_eq_const %atanh, dense<[0x3F0C9F54, 0x3F791395, 0x3E82C578]> : tensor<3xf32>
  return
}

// -----

func.func @cbrt() {
  %x = arith.constant dense<[0.5, 1.0, 2.25]> : tensor<3xf32>
  %cbrt = math.cbrt %x : tensor<3xf32>
  check.expect_almost_eq_const %cbrt, dense<[0x3F4B2FF5, 0x3F800000, 0x3FA7BA3A]> : tensor<3xf32>
  return
}

// -----

func.func @ceil() {
  %x = arith.constant dense<[-2.5, -0.4, 0.5, 1.5, 2.5]> : tensor<5xf64>
  %c = math.ceil %x : tensor<5xf64>
  check.expect_eq_const %c, dense<[-2.0, -0.0, 1.0, 2.0, 3.0]> : tensor<5xf64>
  return
}

// -----

func.func @cos() {
  %x = arith.constant dense<[0.5, 1.0, 2.25]> : tensor<3xf32>
  %cos = math.cos %x : tensor<3xf32>
  check.expect_almost_eq_const %cos, dense<[0x3F60A940, 0x3F0A5140, 0xBF20CFFD]> : tensor<3xf32>
  return
}

// -----

func.func @cosh() {
  %x = arith.constant dense<[0.5, 0.75, 0.25]> : tensor<3xf32>
  %cosh = math.cosh %x : tensor<3xf32>
  check.expect_almost_eq_const %cosh, dense<[0x3F90560C, 0x3FA5B82F, 0x3F840558]> : tensor<3xf32>
  return
}

// -----

func.func @erf() {
  %x = arith.constant dense<[0.5, 0.75, 0.25]> : tensor<3xf32>
  %erf = math.erf %x : tensor<3xf32>
  check.expect_almost_eq_const %erf, dense<[0x3F053F7B, 0x3F360E4C, 0x3E8D7AA7]> : tensor<3xf32>
  return
}

// -----

func.func @expm1() {
  %x = arith.constant dense<[0.5, 1.0, 2.25]> : tensor<3xf32>
  %expm1 = math.expm1 %x : tensor<3xf32>
  check.expect_almost_eq_const %expm1, dense<[0x3F261299, 0x3FDBF0A9, 0x4107CDC4]> : tensor<3xf32>
  return
}

// -----

func.func @floor() {
  %x = arith.constant dense<[-2.5, -0.4, 0.5, 1.5, 2.5]> : tensor<5xf64>
  %f = math.floor %x : tensor<5xf64>
  check.expect_eq_const %f, dense<[-3.0, -1.0, 0.0, 1.0, 2.0]> : tensor<5xf64>
  return
}

// -----

func.func @log() {
  %x = arith.constant dense<[0.5, 1.0, 2.25]> : tensor<3xf32>
  %log = math.log %x : tensor<3xf32>
  check.expect_almost_eq_const %log, dense<[0xBF317218, 0x00000000, 0x3F4F991F]> : tensor<3xf32>
  return
}

// -----

func.func @log1p() {
  %x = arith.constant dense<[0.5, 1.0, 2.25]> : tensor<3xf32>
  %log1p = math.log1p %x : tensor<3xf32>
  check.expect_almost_eq_const %log1p, dense<[0x3ECF991F, 0x3F317218, 0x3F96DE2B]> : tensor<3xf32>
  return
}

// -----

func.func @round() {
  %x = arith.constant dense<[-2.5, -0.4, 0.5, 1.5, 2.5]> : tensor<5xf64>
  %r = math.round %x : tensor<5xf64>
  check.expect_eq_const %r, dense<[-3.0, -0.0, 1.0, 2.0, 3.0]> : tensor<5xf64>
  return
}

// -----

func.func @roundeven() {
  %x = arith.constant dense<[-2.5, -0.4, 0.5, 1.5, 2.5]> : tensor<5xf64>
  %e = math.roundeven %x : tensor<5xf64>
  check.expect_eq_const %e, dense<[-2.0, -0.0, 0.0, 2.0, 2.0]> : tensor<5xf64>
  return
}

// -----

func.func @rsqrt() {
  %x = arith.constant dense<[0.5, 1.0, 2.25]> : tensor<3xf32>
  %rsqrt = math.rsqrt %x : tensor<3xf32>
  check.expect_almost_eq_const %rsqrt, dense<[0x3FB504F3, 0x3F800000, 0x3F2AAAAB]> : tensor<3xf32>
  return
}

// -----

func.func @sin() {
  %x = arith.constant dense<[0.5, 1.0, 2.25]> : tensor<3xf32>
  %sin = math.sin %x : tensor<3xf32>
  check.expect_almost_eq_const %sin, dense<[0x3EF57744, 0x3F576AA4, 0x3F472FCE]> : tensor<3xf32>
  return
}

// -----

func.func @sinh() {
  %x = arith.constant dense<[0.5, 0.75, 0.25]> : tensor<3xf32>
  %sinh = math.sinh %x : tensor<3xf32>
  check.expect_almost_eq_const %sinh, dense<[0x3F056680, 0x3F528359, 0x3E815667]> : tensor<3xf32>
  return
}

// -----

func.func @sqrt() {
  %x = arith.constant dense<[0.5, 1.0, 2.25]> : tensor<3xf32>
  %sqrt = math.sqrt %x : tensor<3xf32>
  check.expect_almost_eq_const %sqrt, dense<[0x3F3504F3, 0x3F800000, 0x3FC00000]> : tensor<3xf32>
  return
}

// -----

func.func @tan() {
  %x = arith.constant dense<[0.5, 1.0, 2.25]> : tensor<3xf32>
  %tan = math.tan %x : tensor<3xf32>
  check.expect_almost_eq_const %tan, dense<[0x3F0BDA7B, 0x3FC75923, 0xBF9E8B5A]> : tensor<3xf32>
  return
}

// -----

func.func @tanh() {
  %x = arith.constant dense<[0.5, 1.0, 2.25]> : tensor<3xf32>
  %tanh = math.tanh %x : tensor<3xf32>
  check.expect_almost_eq_const %tanh, dense<[0x3EEC9A9F, 0x3F42F7D6, 0x3F7A5FEB]> : tensor<3xf32>
  return
}
