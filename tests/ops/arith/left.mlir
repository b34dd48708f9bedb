// arith of what is no tensor, and of tensors with an encoding: a translation leaves it as it is.

func.func @numbers() {
  %a = arith.constant 7 : i32
  %b = arith.constant -2 : i32
  %0 = arith.addi %a, %b : i32
  %1 = arith.minui %a, %b : i32
  %2 = arith.cmpi slt, %b, %a : i32
  %3 = arith.select %2, %0, %1 : i32
  %4 = arith.extsi %3 : i32 to i64
  %5 = arith.extui %b : i32 to i64
  %6 = arith.trunci %5 : i64 to i8
  %7 = tensor.from_elements %4, %5 : tensor<2xi64>
  check.expect_eq_const %7, dense<[5, 4294967294]> : tensor<2xi64>
  %8 = tensor.from_elements %6 : tensor<1xi8>
  check.expect_eq_const %8, dense<-2> : tensor<1xi8>
  %x = arith.constant 1.5 : f32
  %y = arith.constant -0.5 : f32
  %9 = arith.mulf %x, %y : f32
  %10 = arith.cmpf ogt, %x, %9 : f32
  %11 = arith.select %10, %9, %x : f32
  %12 = tensor.from_elements %11 : tensor<1xf32>
  check.expect_eq_const %12, dense<-0.75> : tensor<1xf32>
  return
}

func.func @predicates() {
  %a = arith.constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %b = arith.constant dense<[2.0, 2.0, 1.0]> : tensor<3xf32>
  %0 = arith.cmpf false, %a, %b : tensor<3xf32>
  check.expect_eq_const %0, dense<[false, false, false]> : tensor<3xi1>
  %1 = arith.cmpf true, %a, %b : tensor<3xf32>
  check.expect_eq_const %1, dense<[true, true, true]> : tensor<3xi1>
  %2 = arith.cmpf ult, %a, %b : tensor<3xf32>
  check.expect_eq_const %2, dense<[true, false, true]> : tensor<3xi1>
  %3 = arith.cmpf uno, %a, %b : tensor<3xf32>
  check.expect_eq_const %3, dense<[false, false, true]> : tensor<3xi1>
  %4 = arith.cmpf ord, %a, %b : tensor<3xf32>
  check.expect_eq_const %4, dense<[true, true, false]> : tensor<3xi1>
  return
}
