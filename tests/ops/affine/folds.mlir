// What affine.parallel folds by begins with the fold's neutral value; a loop without iterations gives that.
func.func @none() {
  %s:6 = affine.parallel (%i) = (0) to (0) reduce ("addf", "mulf", "maximumf", "minimumf", "andi", "ori") -> (f32, f32, f32, f32, i8, i8) {
    %x = arith.constant 3.0 : f32
    %n = arith.constant 5 : i8
    affine.yield %x, %x, %x, %x, %n, %n : f32, f32, f32, f32, i8, i8
  }
  %f = tensor.from_elements %s#0, %s#1, %s#2, %s#3 : tensor<4xf32>
  %b = tensor.from_elements %s#4, %s#5 : tensor<2xi8>
  check.expect_eq_const %f, dense<[0.0, 1.0, 0xFF800000, 0x7F800000]> : tensor<4xf32>
  check.expect_eq_const %b, dense<[-1, 0]> : tensor<2xi8>
  return
}

func.func @some() {
  %s:6 = affine.parallel (%i, %j) = (1, 2) to (4, 7) step (1, 2) reduce ("addf", "maximumf", "minimumf", "andi", "ori", "assign") -> (f64, f64, f64, i16, i16, i16) {
    %k = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
    %n = arith.index_cast %k : index to i16
    %x = arith.sitofp %n : i16 to f64
    affine.yield %x, %x, %x, %n, %n, %n : f64, f64, f64, i16, i16, i16
  }
  %f = tensor.from_elements %s#0, %s#1, %s#2 : tensor<3xf64>
  %b = tensor.from_elements %s#3, %s#4, %s#5 : tensor<3xi16>
  check.expect_eq_const %f, dense<[180.0, 30.0, 10.0]> : tensor<3xf64>
  check.expect_eq_const %b, dense<[0, 30, 30]> : tensor<3xi16>
  return
}
