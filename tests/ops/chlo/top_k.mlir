// chlo.top_k: from the largest down; floats in their total order; of equal elements the first comes first. Values by hand.

func.func @lines() {
  %x = stablehlo.constant dense<[[3, 1, 3, 2], [-1, -4, 0, -1]]> : tensor<2x4xi32>
  %v, %i = chlo.top_k(%x, k = 3) : tensor<2x4xi32> -> (tensor<2x3xi32>, tensor<2x3xi32>)
  check.expect_eq_const %v, dense<[[3, 3, 2], [0, -1, -1]]> : tensor<2x3xi32>
  check.expect_eq_const %i, dense<[[0, 2, 3], [2, 0, 3]]> : tensor<2x3xi32>
  %v0, %i0 = chlo.top_k(%x, k = 0) : tensor<2x4xi32> -> (tensor<2x0xi32>, tensor<2x0xi32>)
  return
}

func.func @total_order() {
  // NaN, +inf, 0, -0, -1, -NaN
  %x = stablehlo.constant dense<[0x8000, 0xFFC0, 0x0000, 0x7FC0, 0xBF80, 0x7F80]> : tensor<6xbf16>
  %v, %i = chlo.top_k(%x, k = 6) : tensor<6xbf16> -> (tensor<6xbf16>, tensor<6xi32>)
  check.expect_eq_const %i, dense<[3, 5, 2, 0, 4, 1]> : tensor<6xi32>
  return
}

func.func @other_types() {
  %b = stablehlo.constant dense<[false, true, true]> : tensor<3xi1>
  %bv, %bi = chlo.top_k(%b, k = 2) : tensor<3xi1> -> (tensor<2xi1>, tensor<2xi32>)
  check.expect_eq_const %bi, dense<[1, 2]> : tensor<2xi32>
  %u = stablehlo.constant dense<[1, 255, 128]> : tensor<3xui8>
  %uv, %ui = chlo.top_k(%u, k = 2, is_stable = false) : tensor<3xui8> -> (tensor<2xui8>, tensor<2xi32>)
  check.expect_eq_const %uv, dense<[255, 128]> : tensor<2xui8>
  check.expect_eq_const %ui, dense<[1, 2]> : tensor<2xi32>
  %f = stablehlo.constant dense<[1.0, 4.0, 2.0]> : tensor<3xf8E4M3FN>
  %fv, %fi = chlo.top_k(%f, k = 1) : tensor<3xf8E4M3FN> -> (tensor<1xf8E4M3FN>, tensor<1xi32>)
  check.expect_eq_const %fi, dense<1> : tensor<1xi32>
  %d = stablehlo.constant dense<[2.0, 1.0]> : tensor<2xf64>
  %o = tensor.cast %d : tensor<2xf64> to tensor<?xf64>
  %dv, %di = chlo.top_k(%o, k = 1) : tensor<?xf64> -> (tensor<1xf64>, tensor<1xi32>)
  check.expect_eq_const %dv, dense<2.0> : tensor<1xf64>
  return
}
