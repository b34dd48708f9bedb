// Formats whose bits no integer type has (OCP MX). Values by hand.

// f6E2M3FN: steps of 0.125 below 2, the largest is 7.5. f6E3M2FN: 28.
func.func @f6() {
  %a = stablehlo.constant dense<[1.0625, 1.1875, 8.0, -30.0]> : tensor<4xf32>
  %x = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xf6E2M3FN>
  %y = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xf6E3M2FN>
  %m = stablehlo.multiply %x, %x : tensor<4xf6E2M3FN>
  %f = stablehlo.convert %m : (tensor<4xf6E2M3FN>) -> tensor<4xf32>
  %g = stablehlo.convert %y : (tensor<4xf6E3M2FN>) -> tensor<4xf32>
  check.expect_eq_const %f, dense<[1.0, 1.5, 7.5, 7.5]> : tensor<4xf32>
  check.expect_eq_const %g, dense<[1.0, 1.25, 8.0, -28.0]> : tensor<4xf32>
  func.return
}
