// Formats that LLVM 19 does not read: f8E3M4, f8E8M0FNU and f4 (OCP MX). Values by hand.

// Every number, doubled in f32 and halved in f64, comes back as it was.
func.func @every_f8E3M4() {
  %i = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<256xui8>) -> tensor<256xf8E3M4>
  %f = stablehlo.convert %x : (tensor<256xf8E3M4>) -> tensor<256xf32>
  %two = stablehlo.add %f, %f : tensor<256xf32>
  %d = stablehlo.convert %two : (tensor<256xf32>) -> tensor<256xf64>
  %h = stablehlo.constant dense<0.5> : tensor<256xf64>
  %m = stablehlo.multiply %d, %h : tensor<256xf64>
  %b = stablehlo.convert %m : (tensor<256xf64>) -> tensor<256xf8E3M4>
  %n = stablehlo.compare EQ, %x, %x : (tensor<256xf8E3M4>, tensor<256xf8E3M4>) -> tensor<256xi1>
  %s = stablehlo.select %n, %b, %x : tensor<256xi1>, tensor<256xf8E3M4>
  %j = stablehlo.bitcast_convert %s : (tensor<256xf8E3M4>) -> tensor<256xui8>
  check.expect_eq %i, %j : tensor<256xui8>
  func.return
}

func.func @ends_of_f8E3M4() {
  %i = stablehlo.constant dense<[1, 111, 239]> : tensor<3xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<3xui8>) -> tensor<3xf8E3M4>
  %f = stablehlo.convert %x : (tensor<3xf8E3M4>) -> tensor<3xf64>
  check.expect_eq_const %f, dense<[0.015625, 15.5, -15.5]> : tensor<3xf64>
  func.return
}

// f4E2M1FN has 0, 0.5, 1, 1.5, 2, 3, 4, 6: ties go to the even mantissa, what is larger to 6.
func.func @f4() {
  %a = stablehlo.constant dense<[0.25, 0.75, 2.5, 5.0, -1.2, 100.0, -6.5]> : tensor<7xf32>
  %x = stablehlo.convert %a : (tensor<7xf32>) -> tensor<7xf4E2M1FN>
  %y = stablehlo.add %x, %x : tensor<7xf4E2M1FN>
  %f = stablehlo.convert %x : (tensor<7xf4E2M1FN>) -> tensor<7xf32>
  %g = stablehlo.convert %y : (tensor<7xf4E2M1FN>) -> tensor<7xf32>
  check.expect_eq_const %f, dense<[0.0, 1.0, 2.0, 4.0, -1.0, 6.0, -6.0]> : tensor<7xf32>
  check.expect_eq_const %g, dense<[0.0, 2.0, 4.0, 6.0, -2.0, 6.0, -6.0]> : tensor<7xf32>
  func.return
}

// f8E8M0FNU has powers of two alone, and no sign: 3 is a tie of 2 and 4, 6 of 4 and 8.
func.func @f8e8m0() {
  %a = stablehlo.constant dense<[1.0, 3.0, 6.0, 5.0, 0.7]> : tensor<5xf32>
  %x = stablehlo.convert %a : (tensor<5xf32>) -> tensor<5xf8E8M0FNU>
  %m = stablehlo.multiply %x, %x : tensor<5xf8E8M0FNU>
  %f = stablehlo.convert %x : (tensor<5xf8E8M0FNU>) -> tensor<5xf32>
  %g = stablehlo.convert %m : (tensor<5xf8E8M0FNU>) -> tensor<5xf32>
  check.expect_eq_const %f, dense<[1.0, 2.0, 8.0, 4.0, 0.5]> : tensor<5xf32>
  check.expect_eq_const %g, dense<[1.0, 4.0, 64.0, 16.0, 0.25]> : tensor<5xf32>
  %n = stablehlo.constant dense<[-1.0, 0.0]> : tensor<2xf32>
  %y = stablehlo.convert %n : (tensor<2xf32>) -> tensor<2xf8E8M0FNU>
  %z = stablehlo.bitcast_convert %y : (tensor<2xf8E8M0FNU>) -> tensor<2xui8>
  check.expect_eq_const %z, dense<[255, 0]> : tensor<2xui8>
  func.return
}
