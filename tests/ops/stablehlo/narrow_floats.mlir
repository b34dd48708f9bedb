// Arithmetic of floats of a byte: values and roundings of the formats' definitions (OCP FP8; FNUZ: one zero and one NaN, at 0x80).

// Every number, doubled in f32 and halved in f64, comes back as it was.
func.func @every_f8E5M2() {
  %i = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<256xui8>) -> tensor<256xf8E5M2>
  %f = stablehlo.convert %x : (tensor<256xf8E5M2>) -> tensor<256xf32>
  %two = stablehlo.add %f, %f : tensor<256xf32>
  %d = stablehlo.convert %two : (tensor<256xf32>) -> tensor<256xf64>
  %h = stablehlo.constant dense<0.5> : tensor<256xf64>
  %m = stablehlo.multiply %d, %h : tensor<256xf64>
  %b = stablehlo.convert %m : (tensor<256xf64>) -> tensor<256xf8E5M2>
  %n = stablehlo.compare EQ, %x, %x : (tensor<256xf8E5M2>, tensor<256xf8E5M2>) -> tensor<256xi1>
  %s = stablehlo.select %n, %b, %x : tensor<256xi1>, tensor<256xf8E5M2>
  %j = stablehlo.bitcast_convert %s : (tensor<256xf8E5M2>) -> tensor<256xui8>
  check.expect_eq %i, %j : tensor<256xui8>
  func.return
}

// Every number, doubled in f32 and halved in f64, comes back as it was.
func.func @every_f8E4M3() {
  %i = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<256xui8>) -> tensor<256xf8E4M3>
  %f = stablehlo.convert %x : (tensor<256xf8E4M3>) -> tensor<256xf32>
  %two = stablehlo.add %f, %f : tensor<256xf32>
  %d = stablehlo.convert %two : (tensor<256xf32>) -> tensor<256xf64>
  %h = stablehlo.constant dense<0.5> : tensor<256xf64>
  %m = stablehlo.multiply %d, %h : tensor<256xf64>
  %b = stablehlo.convert %m : (tensor<256xf64>) -> tensor<256xf8E4M3>
  %n = stablehlo.compare EQ, %x, %x : (tensor<256xf8E4M3>, tensor<256xf8E4M3>) -> tensor<256xi1>
  %s = stablehlo.select %n, %b, %x : tensor<256xi1>, tensor<256xf8E4M3>
  %j = stablehlo.bitcast_convert %s : (tensor<256xf8E4M3>) -> tensor<256xui8>
  check.expect_eq %i, %j : tensor<256xui8>
  func.return
}

// Every number, doubled in f32 and halved in f64, comes back as it was.
func.func @every_f8E4M3FN() {
  %i = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<256xui8>) -> tensor<256xf8E4M3FN>
  %f = stablehlo.convert %x : (tensor<256xf8E4M3FN>) -> tensor<256xf32>
  %two = stablehlo.add %f, %f : tensor<256xf32>
  %d = stablehlo.convert %two : (tensor<256xf32>) -> tensor<256xf64>
  %h = stablehlo.constant dense<0.5> : tensor<256xf64>
  %m = stablehlo.multiply %d, %h : tensor<256xf64>
  %b = stablehlo.convert %m : (tensor<256xf64>) -> tensor<256xf8E4M3FN>
  %n = stablehlo.compare EQ, %x, %x : (tensor<256xf8E4M3FN>, tensor<256xf8E4M3FN>) -> tensor<256xi1>
  %s = stablehlo.select %n, %b, %x : tensor<256xi1>, tensor<256xf8E4M3FN>
  %j = stablehlo.bitcast_convert %s : (tensor<256xf8E4M3FN>) -> tensor<256xui8>
  check.expect_eq %i, %j : tensor<256xui8>
  func.return
}

// Every number, doubled in f32 and halved in f64, comes back as it was.
func.func @every_f8E5M2FNUZ() {
  %i = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<256xui8>) -> tensor<256xf8E5M2FNUZ>
  %f = stablehlo.convert %x : (tensor<256xf8E5M2FNUZ>) -> tensor<256xf32>
  %two = stablehlo.add %f, %f : tensor<256xf32>
  %d = stablehlo.convert %two : (tensor<256xf32>) -> tensor<256xf64>
  %h = stablehlo.constant dense<0.5> : tensor<256xf64>
  %m = stablehlo.multiply %d, %h : tensor<256xf64>
  %b = stablehlo.convert %m : (tensor<256xf64>) -> tensor<256xf8E5M2FNUZ>
  %n = stablehlo.compare EQ, %x, %x : (tensor<256xf8E5M2FNUZ>, tensor<256xf8E5M2FNUZ>) -> tensor<256xi1>
  %s = stablehlo.select %n, %b, %x : tensor<256xi1>, tensor<256xf8E5M2FNUZ>
  %j = stablehlo.bitcast_convert %s : (tensor<256xf8E5M2FNUZ>) -> tensor<256xui8>
  check.expect_eq %i, %j : tensor<256xui8>
  func.return
}

// Every number, doubled in f32 and halved in f64, comes back as it was.
func.func @every_f8E4M3FNUZ() {
  %i = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<256xui8>) -> tensor<256xf8E4M3FNUZ>
  %f = stablehlo.convert %x : (tensor<256xf8E4M3FNUZ>) -> tensor<256xf32>
  %two = stablehlo.add %f, %f : tensor<256xf32>
  %d = stablehlo.convert %two : (tensor<256xf32>) -> tensor<256xf64>
  %h = stablehlo.constant dense<0.5> : tensor<256xf64>
  %m = stablehlo.multiply %d, %h : tensor<256xf64>
  %b = stablehlo.convert %m : (tensor<256xf64>) -> tensor<256xf8E4M3FNUZ>
  %n = stablehlo.compare EQ, %x, %x : (tensor<256xf8E4M3FNUZ>, tensor<256xf8E4M3FNUZ>) -> tensor<256xi1>
  %s = stablehlo.select %n, %b, %x : tensor<256xi1>, tensor<256xf8E4M3FNUZ>
  %j = stablehlo.bitcast_convert %s : (tensor<256xf8E4M3FNUZ>) -> tensor<256xui8>
  check.expect_eq %i, %j : tensor<256xui8>
  func.return
}

// Every number, doubled in f32 and halved in f64, comes back as it was.
func.func @every_f8E4M3B11FNUZ() {
  %i = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<256xui8>) -> tensor<256xf8E4M3B11FNUZ>
  %f = stablehlo.convert %x : (tensor<256xf8E4M3B11FNUZ>) -> tensor<256xf32>
  %two = stablehlo.add %f, %f : tensor<256xf32>
  %d = stablehlo.convert %two : (tensor<256xf32>) -> tensor<256xf64>
  %h = stablehlo.constant dense<0.5> : tensor<256xf64>
  %m = stablehlo.multiply %d, %h : tensor<256xf64>
  %b = stablehlo.convert %m : (tensor<256xf64>) -> tensor<256xf8E4M3B11FNUZ>
  %n = stablehlo.compare EQ, %x, %x : (tensor<256xf8E4M3B11FNUZ>, tensor<256xf8E4M3B11FNUZ>) -> tensor<256xi1>
  %s = stablehlo.select %n, %b, %x : tensor<256xi1>, tensor<256xf8E4M3B11FNUZ>
  %j = stablehlo.bitcast_convert %s : (tensor<256xf8E4M3B11FNUZ>) -> tensor<256xui8>
  check.expect_eq %i, %j : tensor<256xui8>
  func.return
}

func.func @ends_of_f8E5M2() {
  %i = stablehlo.constant dense<[1, 123, 251]> : tensor<3xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<3xui8>) -> tensor<3xf8E5M2>
  %f = stablehlo.convert %x : (tensor<3xf8E5M2>) -> tensor<3xf64>
  check.expect_eq_const %f, dense<[1.52587890625e-05, 57344.0, -57344.0]> : tensor<3xf64>
  func.return
}

func.func @ends_of_f8E4M3() {
  %i = stablehlo.constant dense<[1, 119, 247]> : tensor<3xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<3xui8>) -> tensor<3xf8E4M3>
  %f = stablehlo.convert %x : (tensor<3xf8E4M3>) -> tensor<3xf64>
  check.expect_eq_const %f, dense<[0.001953125, 240.0, -240.0]> : tensor<3xf64>
  func.return
}

func.func @ends_of_f8E4M3FN() {
  %i = stablehlo.constant dense<[1, 126, 254]> : tensor<3xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<3xui8>) -> tensor<3xf8E4M3FN>
  %f = stablehlo.convert %x : (tensor<3xf8E4M3FN>) -> tensor<3xf64>
  check.expect_eq_const %f, dense<[0.001953125, 448.0, -448.0]> : tensor<3xf64>
  func.return
}

func.func @ends_of_f8E5M2FNUZ() {
  %i = stablehlo.constant dense<[1, 127, 255]> : tensor<3xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<3xui8>) -> tensor<3xf8E5M2FNUZ>
  %f = stablehlo.convert %x : (tensor<3xf8E5M2FNUZ>) -> tensor<3xf64>
  check.expect_eq_const %f, dense<[7.62939453125e-06, 57344.0, -57344.0]> : tensor<3xf64>
  func.return
}

func.func @ends_of_f8E4M3FNUZ() {
  %i = stablehlo.constant dense<[1, 127, 255]> : tensor<3xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<3xui8>) -> tensor<3xf8E4M3FNUZ>
  %f = stablehlo.convert %x : (tensor<3xf8E4M3FNUZ>) -> tensor<3xf64>
  check.expect_eq_const %f, dense<[0.0009765625, 240.0, -240.0]> : tensor<3xf64>
  func.return
}

func.func @ends_of_f8E4M3B11FNUZ() {
  %i = stablehlo.constant dense<[1, 127, 255]> : tensor<3xui8>
  %x = stablehlo.bitcast_convert %i : (tensor<3xui8>) -> tensor<3xf8E4M3B11FNUZ>
  %f = stablehlo.convert %x : (tensor<3xf8E4M3B11FNUZ>) -> tensor<3xf64>
  check.expect_eq_const %f, dense<[0.0001220703125, 30.0, -30.0]> : tensor<3xf64>
  func.return
}

// 16 and 18 are neighbours in f8E4M3FN: 17 and 19 go to the even ones; 2^-10 is a tie with 0, 3 * 2^-10 with 2^-8; over 448 is NaN.
func.func @roundings() {
  %a = stablehlo.constant dense<[16.0, 18.0, 448.0, -16.0]> : tensor<4xf8E4M3FN>
  %b = stablehlo.constant dense<[1.0, 1.0, 16.0, -1.0]> : tensor<4xf8E4M3FN>
  %0 = stablehlo.add %a, %b : tensor<4xf8E4M3FN>
  check.expect_eq_const %0, dense<[16.0, 20.0, 448.0, -16.0]> : tensor<4xf8E4M3FN>
  %c = stablehlo.constant dense<[0.0009765625, 0.0029296875, 1000.0]> : tensor<3xf32>
  %1 = stablehlo.convert %c : (tensor<3xf32>) -> tensor<3xf8E4M3FN>
  %2 = stablehlo.bitcast_convert %1 : (tensor<3xf8E4M3FN>) -> tensor<3xui8>
  check.expect_eq_const %2, dense<[0, 2, 127]> : tensor<3xui8>
  %3 = stablehlo.convert %c : (tensor<3xf32>) -> tensor<3xf8E4M3FNUZ>
  %4 = stablehlo.bitcast_convert %3 : (tensor<3xf8E4M3FNUZ>) -> tensor<3xui8>
  check.expect_eq_const %4, dense<[1, 3, 128]> : tensor<3xui8>
  func.return
}

func.func @functions_and_order() {
  %a = stablehlo.constant dense<[4.0, -0.25, 2.5]> : tensor<3xf8E5M2>
  %b = stablehlo.constant dense<[1.5, 1.0, -3.0]> : tensor<3xf8E5M2>
  %max = stablehlo.maximum %a, %b : tensor<3xf8E5M2>
  %less = stablehlo.compare LT, %a, %b : (tensor<3xf8E5M2>, tensor<3xf8E5M2>) -> tensor<3xi1>
  %size = stablehlo.abs %a : tensor<3xf8E5M2>
  %root = stablehlo.sqrt %size : tensor<3xf8E5M2>
  %e = stablehlo.exponential %b : tensor<3xf8E5M2>
  %n = stablehlo.convert %a : (tensor<3xf8E5M2>) -> tensor<3xi32>
  %c = stablehlo.convert %n : (tensor<3xi32>) -> tensor<3xf8E5M2>
  check.expect_eq_const %max, dense<[4.0, 1.0, 2.5]> : tensor<3xf8E5M2>
  check.expect_eq_const %less, dense<[false, true, false]> : tensor<3xi1>
  check.expect_eq_const %root, dense<[2.0, 0.5, 1.5]> : tensor<3xf8E5M2>
  check.expect_eq_const %e, dense<[4.0, 2.5, 0.046875]> : tensor<3xf8E5M2>
  check.expect_eq_const %n, dense<[4, 0, 2]> : tensor<3xi32>
  check.expect_eq_const %c, dense<[4.0, 0.0, 2.0]> : tensor<3xf8E5M2>
  func.return
}

// Sums where they meet, each rounded: 16 + 1 + 1 stays 16.
func.func @scatter_and_reduce() {
  %x = stablehlo.constant dense<[16.0, 2.0]> : tensor<2xf8E4M3FN>
  %i = stablehlo.constant dense<[[0], [1], [0]]> : tensor<3x1xi32>
  %u = stablehlo.constant dense<[1.0, 0.5, 1.0]> : tensor<3xf8E4M3FN>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.add %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) : (tensor<2xf8E4M3FN>, tensor<3x1xi32>, tensor<3xf8E4M3FN>) -> tensor<2xf8E4M3FN>
  check.expect_eq_const %0, dense<[16.0, 2.5]> : tensor<2xf8E4M3FN>
  %z = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
  check.expect_eq_const %1, dense<18.0> : tensor<f8E4M3FN>
  func.return
}
