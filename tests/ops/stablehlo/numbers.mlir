// Numbers as MLIR's grammar has them: digits, a point, digits or none, e or E, a sign or none, digits.

func.func @exponents() {
  %0 = stablehlo.constant dense<[1.0E5, 1.0e5, 1.0E+5, 10.E-1, 2.5e-1, -1.5E2, 0.0e0, 1.E5]> : tensor<8xf32>
  check.expect_eq_const %0, dense<[100000.0, 100000.0, 100000.0, 1.0, 0.25, -150.0, 0.0, 100000.0]> : tensor<8xf32>
  func.return
}

func.func @f64() {
  %0 = stablehlo.constant dense<[1.0E5, 1.0E-5, 1.7976931348623157E308, 4.9E-324]> : tensor<4xf64>
  %1 = stablehlo.constant dense<[100000.0, 0.00001, 0x7FEFFFFFFFFFFFFF, 0x0000000000000001]> : tensor<4xf64>
  check.expect_eq %0, %1 : tensor<4xf64>
  func.return
}

// A byte for each element of fewer bits, of which the lowest count.
func.func @bytes_of_narrow_integers() {
  %0 = stablehlo.constant dense<"0x0F08F701"> : tensor<4xi4>
  check.expect_eq_const %0, dense<[-1, -8, 7, 1]> : tensor<4xi4>
  %1 = stablehlo.constant dense<"0x0F08F701"> : tensor<4xui4>
  check.expect_eq_const %1, dense<[15, 8, 7, 1]> : tensor<4xui4>
  %2 = stablehlo.constant dense<"0x03020100FE"> : tensor<5xi2>
  check.expect_eq_const %2, dense<[-1, -2, 1, 0, -2]> : tensor<5xi2>
  func.return
}
