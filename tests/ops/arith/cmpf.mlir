// arith.cmpf: less, equal, greater, and a NaN, by each predicate.

func.func @compare() {
  %a = arith.constant dense<[1.0, 2.0, 3.0, 0x7FC00000]> : tensor<4xf32>
  %b = arith.constant dense<2.0> : tensor<4xf32>
  %false_ = arith.cmpf false, %a, %b : tensor<4xf32>
  %oeq_ = arith.cmpf oeq, %a, %b : tensor<4xf32>
  %ogt_ = arith.cmpf ogt, %a, %b : tensor<4xf32>
  %oge_ = arith.cmpf oge, %a, %b : tensor<4xf32>
  %olt_ = arith.cmpf olt, %a, %b : tensor<4xf32>
  %ole_ = arith.cmpf ole, %a, %b : tensor<4xf32>
  %one_ = arith.cmpf one, %a, %b : tensor<4xf32>
  %ord_ = arith.cmpf ord, %a, %b : tensor<4xf32>
  %ueq_ = arith.cmpf ueq, %a, %b : tensor<4xf32>
  %ugt_ = arith.cmpf ugt, %a, %b : tensor<4xf32>
  %uge_ = arith.cmpf uge, %a, %b : tensor<4xf32>
  %ult_ = arith.cmpf ult, %a, %b : tensor<4xf32>
  %ule_ = arith.cmpf ule, %a, %b : tensor<4xf32>
  %une_ = arith.cmpf une, %a, %b : tensor<4xf32>
  %uno_ = arith.cmpf uno, %a, %b : tensor<4xf32>
  %true_ = arith.cmpf true, %a, %b : tensor<4xf32>
  check.expect_eq_const %false_, dense<[false, false, false, false]> : tensor<4xi1>
  check.expect_eq_const %oeq_, dense<[false, true, false, false]> : tensor<4xi1>
  check.expect_eq_const %ogt_, dense<[false, false, true, false]> : tensor<4xi1>
  check.expect_eq_const %oge_, dense<[false, true, true, false]> : tensor<4xi1>
  check.expect_eq_const %olt_, dense<[true, false, false, false]> : tensor<4xi1>
  check.expect_eq_const %ole_, dense<[true, true, false, false]> : tensor<4xi1>
  check.expect_eq_const %one_, dense<[true, false, true, false]> : tensor<4xi1>
  check.expect_eq_const %ord_, dense<[true, true, true, false]> : tensor<4xi1>
  check.expect_eq_const %ueq_, dense<[false, true, false, true]> : tensor<4xi1>
  check.expect_eq_const %ugt_, dense<[false, false, true, true]> : tensor<4xi1>
  check.expect_eq_const %uge_, dense<[false, true, true, true]> : tensor<4xi1>
  check.expect_eq_const %ult_, dense<[true, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %ule_, dense<[true, true, false, true]> : tensor<4xi1>
  check.expect_eq_const %une_, dense<[true, false, true, true]> : tensor<4xi1>
  check.expect_eq_const %uno_, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %true_, dense<[true, true, true, true]> : tensor<4xi1>
  return
}

// Zeros are equal, whatever their sign; generic form.
func.func @zeros() {
  %a = arith.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %b = arith.constant dense<[-0.0, 0.0]> : tensor<2xf64>
  %x = "arith.cmpf"(%a, %b) <{predicate = 1 : i64}> : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  check.expect_eq_const %x, dense<true> : tensor<2xi1>
  return
}
